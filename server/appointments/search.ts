import { and, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { comparableEmail } from '../../domain/contact.ts'
import { REFERENCE_LENGTH } from '../../domain/reference.ts'
import { appointments, patients } from '../db/schema.ts'
import { toE164 } from '../patients/phone.ts'

/** Fewer digits than these are in too many phone numbers to mean one. */
const PHONE_DIGITS_FROM = 4

/**
 * The appointments that a search means, by whatever it may be: a reference or its beginning, every word of it in the
 * patient's name, part of the email address, a phone number or part of one.
 * @param search trimmed text of at least 2 characters
 * @param country ISO 3166 code by which phone numbers without a country code are read
 */
export function matching(search: string, country: string): SQL | undefined {
  // The patients are compared once, before the appointments: a join would make the database sort all of both.
  const people = new QueryBuilder()
    .select({ id: patients.id })
    .from(patients)
    .where(or(byName(search), byEmail(search), byPhone(search, country)))
  return or(byReference(search), inArray(appointments.patientId, people))
}

/** In any case, and with the spaces or hyphens of someone who reads it out in groups. */
function byReference(search: string): SQL | undefined {
  const code = search.replace(/[\s-]/g, '').toUpperCase()
  if (code.length > REFERENCE_LENGTH || !/^[A-Z0-9]{2,}$/.test(code)) return undefined
  return like(appointments.reference, `${code}%`)
}

// Phones write the apostrophe of O'Brien in several ways; they are all the same to whoever looks for the name.
const APOSTROPHES = '’ʼ`'
const name = sql`translate(lower(${patients.firstName} || ' ' || ${patients.lastName}), ${APOSTROPHES}, ${"'".repeat(APOSTROPHES.length)})`

/** First and last name in either order, 'Obi, Ada' too. */
function byName(search: string): SQL | undefined {
  const words = search
    .toLowerCase()
    .replace(/[’ʼ`]/g, "'")
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  return and(...words.map((word) => like(name, containing(word))))
}

const byEmail = (search: string): SQL => like(patients.emailKey, containing(comparableEmail(search)))

/** Compared in the E.164 form and by the digits as typed: without the zeros in front, which only one of them has. */
function byPhone(search: string, country: string): SQL | undefined {
  const digits = search.replace(/\D/g, '').replace(/^0+/, '')
  if (!/^[\d\s()+./-]+$/.test(search) || digits.length < PHONE_DIGITS_FROM) return undefined
  const e164 = toE164(search, country)
  return or(
    e164 === null ? undefined : eq(patients.phoneE164, e164),
    like(patients.phoneE164, containing(digits)),
    like(sql`regexp_replace(${patients.phone}, '[^0-9]', '', 'g')`, containing(digits)),
  )
}

/** A LIKE pattern for a text anywhere; its own %, _ and \ are letters like any other. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
