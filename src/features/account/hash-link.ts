/** What stands after '#' in the address of a mailed link, or of the way back from another provider. */
export function readHash(hash: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')))
}
