/**
 * Reports whether the caller's copy is current, by the header If-None-Match (RFC 9110, section 13.1.2: compared
 * weakly).
 * @param tags entity tags with their quotes, each of which would do
 */
export function isUnchanged(ifNoneMatch: string | undefined, ...tags: readonly string[]): boolean {
  if (!ifNoneMatch) return false
  const sent = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return sent.includes('*') || sent.some((tag) => tags.includes(tag))
}
