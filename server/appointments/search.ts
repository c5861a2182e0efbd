import { comparableEmail } from '../../domain/contact.ts'
import { REFERENCE_LENGTH } from '../../domain/reference.ts'
import { toE164 } from '../patients/phone.ts'

/** Fewer digits than these are in too many phone numbers to mean one. */
const PHONE_DIGITS_FROM = 4

/** Keeps a value for the statement and gives back its place there, such as '$3'. */
type Value = (one: unknown) => string

/**
 * The condition that an appointment `a` is one that a search means, by whatever it may be: a reference or its
 * beginning, every word of it in the patient's name, part of the email address, a phone number or part of one.
 * @param search trimmed text of at least 2 characters
 * @param country ISO 3166 code by which phone numbers without a country code are read
 */
export function matching(search: string, country: string, value: Value): string {
  // The patients are compared once, before the appointments: a join would make the database sort all of both.
  const person = [byName(search, value), byEmail(search, value), byPhone(search, country, value)]
  const people = `SELECT m.id FROM patients m WHERE ${anyOf(person)}`
  return `(${anyOf([byReference(search, value), `a.patient_id IN (${people})`])})`
}

const anyOf = (conditions: (string | undefined)[]) =>
  conditions.filter((condition) => condition !== undefined).join(' OR ')

/** In any case, and with the spaces or hyphens of someone who reads it out in groups. */
function byReference(search: string, value: Value): string | undefined {
  const code = search.replace(/[\s-]/g, '').toUpperCase()
  if (code.length > REFERENCE_LENGTH || !/^[A-Z0-9]{2,}$/.test(code)) return undefined
  return `a.reference LIKE ${value(`${code}%`)}`
}

// Phones write the apostrophe of O'Brien in several ways; they are all the same to whoever looks for the name.
const NAME = `translate(lower(m.first_name || ' ' || m.last_name), '’ʼ\`', '''''''')`

/** First and last name in either order, 'Obi, Ada' too. */
function byName(search: string, value: Value): string | undefined {
  const words = search
    .toLowerCase()
    .replace(/[’ʼ`]/g, "'")
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return undefined
  return `(${words.map((word) => `${NAME} LIKE ${value(containing(word))}`).join(' AND ')})`
}

const byEmail = (search: string, value: Value) =>
  `m.email_key LIKE ${value(containing(comparableEmail(search)))}`

/** Compared in the E.164 form and by the digits as typed: without the zeros in front, which only one of them has. */
function byPhone(search: string, country: string, value: Value): string | undefined {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  if (!/^[\d\s()+./-]+$/.test(search) || digits.length < PHONE_DIGITS_FROM) return undefined
  const e164 = toE164(search, country)
  return anyOf([
    e164 === null ? undefined : `m.phone_e164 = ${value(e164)}`,
    `m.phone_e164 LIKE ${value(containing(digits))}`,
    `regexp_replace(m.phone, '[^0-9]', '', 'g') LIKE ${value(containing(digits))}`,
  ])
}

/** A LIKE pattern for a text anywhere; its own %, _ and \ are letters like any other. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
