import { randomInt } from 'node:crypto'

const WORDS = 5

/**
 * A generated password: five diceware words, 'kettle-harbour-...', about 63 bits. It is easy to read out and
 * type, and far beyond guessing at the speed of argon2id.
 */
export async function makePassword(): Promise<string> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['diceware-common'].filter((word) => /^[a-z]{4,8}$/.test(word))
  return Array.from({ length: WORDS }, () => words[randomInt(words.length)]).join('-')
}
