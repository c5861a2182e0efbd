import { PHONE_DIGITS_FROM } from '../../../contract/lists.ts'
import { comparableEmail, readPhone, splitNumber } from '../../../domain/contact.ts'
import { REFERENCE_BEGINNING, REFERENCE_LENGTH } from '../../../domain/reference.ts'
import { foldCode, foldName } from '../../../domain/typed-text.ts'
import { comparableName } from '../../patients/records/comparable-name.ts'
import { toE164 } from '../../patients/records/phone.ts'
import { hasLetter, literal, phoneDigits } from '../../patients/records/search-text.ts'

/** Adds a value to the statement and returns its placeholder, such as '$3'. */
type Value = (one: unknown) => string

/**
 * The conditions that a search can match on an appointment `a`: a reference or its beginning; every word in the
 * patient's name; part of the email address; part of a phone number, which may follow a name. Each uses an index: names
 * are compared by trigrams, so two-letter words match only the start of a word.
 * @param search trimmed text of at least 2 characters
 * @param country ISO 3166 code for phone numbers without a country code
 */
export function meaningsOf(search: string, country: string, value: Value): string[] {
  const { name, phone } = splitNumber(search)
  const patient = [
    ...byName(name, value),
    ...byEmail(search, value),
    ...byPhone(phone || search, country, value),
  ]
  const byPatient = `EXISTS (SELECT FROM patients m WHERE m.id = a.patient_id AND (${patient.join(' OR ')}))`
  const meanings = [...byReference(search, value), ...(patient.length > 0 ? [byPatient] : [])]
  return meanings.length > 0 ? meanings : ['false']
}

/**
 * Ignores case, spaces and hyphens, for references read out in groups. A range works with the index under any
 * collation: references have only capitals and digits.
 */
function byReference(search: string, value: Value): string[] {
  const code = foldCode(search).replace(/[\s-]/g, '').toUpperCase()
  if (!REFERENCE_BEGINNING.test(code)) return []
  return [`a.reference BETWEEN ${value(code)} AND ${value(code.padEnd(REFERENCE_LENGTH, 'Z'))}`]
}

/**
 * Words in any order, also 'Obi, Ada'; lone punctuation is dropped. 'Adebayo' finds Adébáyọ̀ and the reverse.
 */
function byName(search: string, value: Value): string[] {
  const words = comparableName(foldName(search))
    .replaceAll('-', '')
    .split(/[\s,]+/)
    .filter(hasLetter)
  if (words.length === 0) return []
  return [
    `(${words.map((word) => `m.name_key LIKE ${value(containing(hasTrigram(word) ? word : ` ${word}`))}`).join(' AND ')})`,
  ]
}

function byEmail(search: string, value: Value): string[] {
  const part = comparableEmail(search)
  // No address has a space, so that several words are looked for in names alone.
  if (!hasLetter(part) || /\s/.test(part)) return []
  return [`m.email_key LIKE ${value(hasTrigram(part) ? containing(part) : `${literal(part)}%`)}`]
}

/** Matches the E.164 form and the digits as typed, without leading zeros, which only one of them has. */
function byPhone(search: string, country: string, value: Value): string[] {
  const digits = phoneDigits(search)
  if (digits === null || digits.length < PHONE_DIGITS_FROM) return []
  const international = toE164(readPhone(search) ?? search, country)?.slice(1)
  const forms = new Set([digits, international ?? digits])
  return [...forms].map((form) => `m.phone_digits LIKE ${value(containing(form))}`)
}

/** Whether a text has a trigram, counting word edges: without one a search would read every patient. */
const hasTrigram = (text: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)

const containing = (text: string) => `%${literal(text)}%`
