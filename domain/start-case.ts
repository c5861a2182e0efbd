// After an apostrophe only where one letter stands before it: O'Brien, but Isma'il.
const NAME_PARTS = /(?:^\p{L}['’]|^|[-.])\p{L}/gu

/**
 * A person's name with a capital for every word, single spaces between. A word that is written in capitals
 * throughout, or in small letters, is set as a name is written; one of both ('McDonald') is left as its bearer typed it.
 */
export function startCase(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.replace(NAME_PARTS, (start) => start.toUpperCase()))
    .join(' ')
}
