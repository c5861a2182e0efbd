import { comparableName } from './comparable-name.ts'

/** Titles and particles, which many people's names have: alone they say nothing of who it is. */
const COMMON = new Set(
  `mr mrs ms miss mx dr doctor prof professor sir madam dame lord lady chief alhaji alhaja mallam malam hajia engr barr
  rev reverend pastor bishop imam hon honourable jr sr ii iii iv herr frau sig signor signora senor senora don dona
  de da do dos das del della di du la le lo van von der den ter ten of al el bin ibn bint abu ben bat bar st san santa y e`
    .split(/\s+/)
    .filter(Boolean),
)

/** The distinguishing words of a name, whatever their case and accents. */
export function nameWords(name: string): string[] {
  const words = comparableName(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  const own = words.filter((word) => !COMMON.has(word))
  return own.length > 0 ? own : words
}

/** 'same': all words of the shorter are in the longer, an initial standing for its word; 'partly': at least one is. */
export type NameMatch = 'same' | 'partly' | 'none'

/** Compares two names in any order. An empty one matches none. @param one,other words of `nameWords` */
export function matchNames(one: readonly string[], other: readonly string[]): NameMatch {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return 'none'
  if (short.every((word) => long.some((each) => standsFor(word, each)))) return 'same'
  return short.some((word) => word.length > 1 && long.includes(word)) ? 'partly' : 'none'
}

const standsFor = (one: string, other: string) =>
  one === other ||
  (one.length === 1 && other.startsWith(one)) ||
  (other.length === 1 && one.startsWith(other))
