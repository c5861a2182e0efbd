import { invalidInput } from '../http/failure.ts'

/** Facts about the account that a guesser would try first. */
export type AboutAccount = {
  username?: string | null
  email?: string | null
  surname?: string | null
  otherNames?: string | null
  clinicName?: string | null
}

/** @throws HttpFailure 400 at the field `password` when the password is easy to guess */
export async function checkNewPassword(password: string, about: AboutAccount): Promise<void> {
  if (await isCommonPassword(password, about)) throw invalidInput({ password: 'password_common' })
}

/**
 * Whether a password is common, padded or not: a word of the list, account or clinic with digits and
 * punctuation around it, a short repeated pattern, a run along the alphabet or keyboard. The contract checks
 * the length; both rules belong together.
 */
export async function isCommonPassword(password: string, about: AboutAccount = {}): Promise<boolean> {
  const list = await commonWords()
  const plain = password.normalize('NFKC').toLowerCase()
  const rest = ownWords(about).reduce((text, word) => text.replaceAll(word, ' '), plain)
  return [plain, rest].some((text) => isRun(text) || readings(text).some((core) => isGuessed(core, list)))
}

/** A shorter word adds nothing to the digits around it. */
const LEAST_LETTERS = 4

function isGuessed(core: string, list: ReadonlySet<string>): boolean {
  const unit = repeatedUnit(core)
  const letters = unit.match(/\p{L}/gu)?.length ?? 0
  return letters < LEAST_LETTERS || list.has(unit) || list.has(core)
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** 49,000 words, loaded on first use: most servers rarely need them. */
function commonWords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], 'enamel']),
  )
  return loaded
}

/** Longest first, so that 'ada.obi' is removed before 'ada'. */
function ownWords({ username, email, surname, otherNames, clinicName }: AboutAccount): string[] {
  const texts = [username, email?.split('@')[0], surname, otherNames, clinicName]
  const words = texts.flatMap((text) => {
    const plain = text?.normalize('NFKC').toLowerCase() ?? ''
    const parts = plain.split(/[^\p{L}\p{N}]+/u)
    return [plain, parts.join(''), ...parts]
  })
  // Two letters occur in too many words.
  return [...new Set(words)].filter((word) => word.length > 2).sort((a, b) => b.length - a.length)
}

/** Variants of a password: without padding, with symbols as the letters they replace, without separators. */
function readings(text: string): string[] {
  const stripped = [
    text,
    text.replace(/[^\p{L}]+$/u, ''),
    text.replace(/^[^\p{L}]+/u, ''),
    text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
  ]
  const joined = stripped.flatMap((each) => [each, each.replace(/[^\p{L}\p{N}@$!]+/gu, '')])
  return [...new Set(joined.flatMap((each) => [each, asLetters(each, 'i'), asLetters(each, 'l')]))]
}

const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const asLetters = (text: string, one: string) =>
  text.replace(/[034571@$!]/g, (sign) => LOOKS_LIKE[sign] ?? one)

/**
 * The shortest repeating unit of a text, whose last repetition may be cut: 'abc' of 'abcabcab'; else the
 * text.
 */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop']
const STEPS = new Set(
  ROWS.flatMap((row) => [row, [...row].reverse().join('')]).flatMap((row) =>
    [...row].slice(1).map((sign, before) => `${row[before]}${sign}`),
  ),
)

/** Whether three quarters follow the alphabet, the digits, a keyboard row or one repeated character. */
function isRun(text: string): boolean {
  const signs = [...text]
  const steps = signs.filter((sign, at) => sign === signs[at - 1] || STEPS.has(`${signs[at - 1]}${sign}`))
  return steps.length >= (signs.length - 1) * 0.75
}
