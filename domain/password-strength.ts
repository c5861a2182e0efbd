import type { ClinicLocation } from './clinic.ts'

/** Facts about the account and its clinic that a guesser would try first. */
export type AboutAccount = {
  username?: string | null
  email?: string | null
  surname?: string | null
  otherNames?: string | null
  /** The page knows no aliases. */
  clinic?: {
    name: string
    locations: readonly (Pick<ClinicLocation, 'name' | 'address'> &
      Partial<Pick<ClinicLocation, 'aliases'>>)[]
  }
}

/** Reason why a password is easy to guess, as the key of its message. */
export type Weakness = 'password_common' | 'password_own_words'

/** zxcvbn's estimate: from 0 to 4, the best. @param words which a guesser would try first */
export type Guess = (text: string, words: string[]) => { score: number }

/**
 * Reports whether zxcvbn expects a password within 10^10 guesses (its best score is beyond): made of common passwords,
 * dates, keyboard rows, sequences or repetitions, with or without signs between them. The words of the account, the
 * clinic, its towns and its trade count as common too. The contract checks the length; both rules belong together.
 */
export function weaknessBy(guess: Guess, password: string, about: AboutAccount = {}): Weakness | null {
  const plain = password.normalize('NFKC').toLowerCase()
  const words = ownWords(about)
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), plain)
  if (!isGuessed(plain, guess, words) && !isGuessed(rest, guess)) return null
  return rest === plain ? 'password_common' : 'password_own_words'
}

/** Fewer letters add nothing to the digits around them. */
const LEAST_LETTERS = 4
/**
 * An estimate takes longer with every character, up to half a second for 128; a password that is strong up to here is
 * strong.
 */
const SIGNS_READ = 40
const BEST_SCORE = 4

function isGuessed(text: string, guess: Guess, words: readonly string[] = []): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < LEAST_LETTERS) return true
  const readings = [text, text.replace(/[^\p{L}\p{N}@$!]+/gu, '')]
  return readings.some((each) => guess(each.slice(0, SIGNS_READ), [...words]).score < BEST_SCORE)
}

/** Words of the trade that a clinic's sign has. */
const TRADE =
  'enamel reception receptionist frontdesk front desk clinic hospital dental dentist dentistry doctor nurse teeth tooth smile patient appointment booking'.split(
    ' ',
  )

/** Longest first, so that 'ada.obi' is removed before 'ada'. */
function ownWords({ username, email, surname, otherNames, clinic }: AboutAccount): string[] {
  const places =
    clinic?.locations.flatMap(({ name, aliases = [], address }) => [name, ...aliases, address]) ?? []
  const texts = [username, email?.split('@')[0], surname, otherNames, clinic?.name, ...places]
  const words = texts.flatMap((text) => {
    const plain = text?.normalize('NFKC').toLowerCase() ?? ''
    const parts = plain.split(/[^\p{L}\p{N}]+/u)
    return [plain, parts.join(''), ...parts]
  })
  // Two letters occur in too many words.
  return [...new Set([...TRADE, ...words])]
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)
}
