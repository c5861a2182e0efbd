import { PHONE_DIGITS_FROM } from '../../contract/lists.ts'
import { comparableEmail } from '../../domain/contact.ts'
import { REFERENCE_BEGINNING, REFERENCE_LENGTH } from '../../domain/reference.ts'
import { toE164 } from '../patients/phone.ts'

/** Keeps a value for the statement and gives back its place there, such as '$3'. */
type Value = (one: unknown) => string

/**
 * What a search may mean, as conditions about an appointment `a`: a reference or its beginning; or its patient, by
 * every word of it in the name, by part of the email address, or by a phone number or part of one. Each is answered by
 * an index: words are compared by their trigrams, so those of two letters are found where a word begins only.
 * @param search trimmed text of at least 2 characters
 * @param country ISO 3166 code by which phone numbers without a country code are read
 */
export function meaningsOf(search: string, country: string, value: Value): string[] {
  const patient = [...byName(search, value), ...byEmail(search, value), ...byPhone(search, country, value)]
  const byPatient = `EXISTS (SELECT FROM patients m WHERE m.id = a.patient_id AND (${patient.join(' OR ')}))`
  const meanings = [...byReference(search, value), ...(patient.length > 0 ? [byPatient] : [])]
  return meanings.length > 0 ? meanings : ['false']
}

/**
 * In any case, and with the spaces or hyphens of someone who reads it out in groups. As a range, which the index
 * answers whatever the database's collation is: references have capitals and digits only.
 */
function byReference(search: string, value: Value): string[] {
  const code = search.replace(/[\s-]/g, '').toUpperCase()
  if (!REFERENCE_BEGINNING.test(code)) return []
  return [`a.reference BETWEEN ${value(code)} AND ${value(code.padEnd(REFERENCE_LENGTH, 'Z'))}`]
}

/**
 * First and last name in either order, 'Obi, Ada' too; signs that stand alone are left out. Whoever types 'Adebayo'
 * finds Adébáyọ̀ and the other way round.
 */
function byName(search: string, value: Value): string[] {
  const words = comparableName(search)
    .split(/[\s,]+/)
    .filter(hasLetter)
  if (words.length === 0) return []
  return [
    `(${words.map((word) => `m.name_key LIKE ${value(containing(hasTrigram(word) ? word : ` ${word}`))}`).join(' AND ')})`,
  ]
}

function byEmail(search: string, value: Value): string[] {
  const part = comparableEmail(search)
  if (!hasLetter(part)) return []
  return [`m.email_key LIKE ${value(hasTrigram(part) ? containing(part) : `${literal(part)}%`)}`]
}

/** Compared in the E.164 form and by the digits as typed: without the zeros in front, which only one of them has. */
function byPhone(search: string, country: string, value: Value): string[] {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  if (!/^[\d\s()+./-]+$/.test(search) || digits.length < PHONE_DIGITS_FROM) return []
  const international = toE164(search, country)?.slice(1)
  const forms = new Set([digits, international ?? digits])
  return [...forms].map((form) => `m.phone_digits LIKE ${value(containing(form))}`)
}

/** The hooked letters of Hausa, which no accent is taken off by decomposing. */
const HOOKED: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/**
 * Small letters without accents, hooks and widths, and with one apostrophe for the several that phones write. Some
 * keyboards send an accented letter as one character, others as two. As in the column `name_key`.
 */
function comparableName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter)
    .replace(/[’ʼ`]/g, "'")
}

const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text)

/**
 * Whether a text has three letters or digits in a row, the edges of a word in it included: without them a search for
 * it anywhere would have to read every patient.
 */
const hasTrigram = (text: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)

/** LIKE patterns: the %, _ and \ of a text are letters like any other. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const containing = (text: string) => `%${literal(text)}%`
