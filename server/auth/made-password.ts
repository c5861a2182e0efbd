import { randomInt } from 'node:crypto'

const WORDS = 5

/**
 * A password for someone who has none yet: five words of a list of dice words, 'kettle-harbour-...', about 63 bits.
 * It can be read out and typed, and is far beyond guessing at the speed of argon2id.
 */
export async function makePassword(): Promise<string> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['diceware-common'].filter((word) => /^[a-z]{4,8}$/.test(word))
  return Array.from({ length: WORDS }, () => words[randomInt(words.length)]).join('-')
}
