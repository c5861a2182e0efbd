/** Initials of the first and last name, without a title. */
export function initials(displayName: string): string {
  const words = displayName
    .trim()
    .replace(/^(?:Dr|Dt)\.(?:\s+|$)/, '')
    .split(/[\s-]+/)
    .filter((word) => /^\p{L}/u.test(word))
  const first = words.at(0)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last].map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('')
}
