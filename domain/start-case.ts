// After an apostrophe only where one letter stands before it: O'Brien, but Isma'il.
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
