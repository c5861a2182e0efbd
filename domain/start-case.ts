// After an apostrophe only where one letter precedes it: O'Brien, but Isma'il.
const NAME_PARTS = /(?:^\p{L}['’]|^|[-.])\p{L}/gu

/** Capitalises every word of a name and collapses spaces. A mixed-case word ('McDonald') stays as typed. */
export function startCase(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.replace(NAME_PARTS, (start) => start.toUpperCase()))
    .join(' ')
}

/** Suggested case of a name that was typed in small or in capital letters throughout; null: none. */
export function offeredCase(name: string): string | null {
  const written = name.trim()
  const isOneCase = written === written.toLowerCase() || written === written.toUpperCase()
  // One letter is a beginning, or an initial.
  if (!isOneCase || [...written].length < 2) return null
  const offered = startCase(written)
  return offered === written ? null : offered
}
