import type { ExportAppointments } from '../../../contract/appointments.ts'
import { PHONE_DIGITS_FROM } from '../../../contract/lists.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { comparableEmail, readPhone, splitNumber } from '../../../domain/contact.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { REFERENCE_BEGINNING, REFERENCE_LENGTH } from '../../../domain/reference.ts'
import type { Reach } from '../../../domain/rights.ts'
import { foldCode, foldName } from '../../../domain/typed-text.ts'
import { comparableName } from '../../patients/records/comparable-name.ts'
import { toE164 } from '../../patients/records/phone.ts'
import { hasLetter, literal, phoneDigits } from '../../patients/records/search-text.ts'

/** The fields of the wire, with the location's code or 'all', and the rows within the caller's reach. */
export type AppointmentFilter = ExportAppointments & {
  location: string
  search: string | null
  reach: Reach
}

/**
 * A filter as SQL about an appointment `a`. Its conditions depend only on which fields are set; input goes
 * into `values`: $1, $2, ... The caller appends its own values.
 */
export type ListConditions = {
  values: unknown[]
  conditions: string[]
  /** Alternative conditions that exclude each other, one for each location; none match nothing. */
  places: readonly string[]
  statuses: readonly string[]
  /** Alternative conditions for a search. Null: no search. */
  meanings: string[] | null
}

const BY_STATUS = { '1': ['open'], '0': ['confirmed'] } as const
const LIVE = ['open', 'confirmed']
const ALL = [...LIVE, 'cancelled']

/** `from` and `to` are days in clinic time, both included. */
export function wantedOf(
  { location, status, from, to, cancelled, doctor, visit, search, reach }: AppointmentFilter,
  { timeZone, country }: Pick<Clinic, 'timeZone' | 'country'>,
  now: Date,
): ListConditions {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions: string[] = []
  const places = placesOf(location, reach)?.map((code) => `a.location = ${value(code)}`)
  if (reach.doctorId !== null) conditions.push(`a.doctor_id = ${value(reach.doctorId)}`)
  if (from !== '') conditions.push(`a.starts_at >= ${value(toInstant(from, '00:00', timeZone))}`)
  if (to !== '') conditions.push(`a.starts_at < ${value(toInstant(to, '24:00', timeZone))}`)
  if (doctor !== '') conditions.push(`a.doctor_id = ${value(doctor)}`)
  if (visit !== '') conditions.push(`a.visit = ${value(visit)}`)
  // Waiting and seated patients came today; without the day the few of them would be searched for among all
  // appointments.
  if (visit === 'arrived' || visit === 'in_chair') {
    conditions.push(`a.starts_at >= ${value(toInstant(clinicDate(now, timeZone), '00:00', timeZone))}`)
  }
  return {
    values,
    conditions,
    places: places ?? ['true'],
    statuses: status === '' ? (cancelled === '1' ? ALL : LIVE) : BY_STATUS[status],
    meanings: search === null ? null : meaningsOf(search, country, value),
  }
}

/** Codes; null: all locations without a condition. Locations beyond one's own do not exist. */
function placesOf(location: string, { locations }: Reach): readonly string[] | null {
  if (location === ALL_LOCATIONS) return locations
  return locations === null || locations.includes(location) ? [location] : []
}

/**
 * Ids of the matching appointments in order. Location and status lead the indexes, so each status at each place is one
 * index range that is already sorted; the ranges are merged and read only as far as needed. Duplicate results of a
 * search are removed.
 * @param further another condition, such as a range of `a.starts_at`
 * @param order of `a.starts_at` and `a.id`, both in the same direction
 * @param skip SQL, as `take`
 */
export function idsInOrder(
  wanted: ListConditions,
  { further, order, skip, take }: { further: string; order: string; skip: string; take: string },
): string {
  const ranges = placesIn(wanted).flatMap((place) =>
    wanted.statuses.flatMap((status) =>
      (wanted.meanings ?? ['true']).map(
        (meaning) =>
          `(SELECT a.id, a.starts_at FROM appointments a
            WHERE ${[place, ...wanted.conditions, `a.status = '${status}'`, further, meaning].join(' AND ')}
            ORDER BY ${order} LIMIT ${skip} + ${take})`,
      ),
    ),
  )
  return `SELECT a.id FROM (${ranges.join(unionOf(wanted))}) a ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`
}

/** All matching appointments, unordered and without duplicates. */
export function anyOrder(
  wanted: ListConditions,
  columns: string,
  { further = 'true', limit = '' } = {},
): string {
  const status = `a.status IN (${wanted.statuses.map((each) => `'${each}'`).join(', ')})`
  const place = `(${placesIn(wanted).join(' OR ')})`
  const found = (wanted.meanings ?? ['true']).map(
    (meaning) =>
      `(SELECT ${columns} FROM appointments a
        WHERE ${[place, ...wanted.conditions, status, further, meaning].join(' AND ')} ${limit})`,
  )
  return found.join(unionOf(wanted))
}

const placesIn = ({ places }: ListConditions) => (places.length > 0 ? places : ['false'])

/** Statuses exclude each other; alternatives of a search may overlap. */
const unionOf = ({ meanings }: ListConditions) => ((meanings?.length ?? 0) > 1 ? ' UNION ' : ' UNION ALL ')

/** Adds a value to the statement and returns its placeholder, such as '$3'. */
type Value = (one: unknown) => string

/**
 * The conditions that a search can match on an appointment `a`: a reference or its beginning; every word in the
 * patient's name; part of the email address; part of a phone number, which may follow a name. Each uses an index: names
 * are compared by trigrams, so two-letter words match only the start of a word.
 * @param search trimmed text of at least 2 characters
 * @param country ISO 3166 code for phone numbers without a country code
 */
function meaningsOf(search: string, country: string, value: Value): string[] {
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

/** Reports whether a text has a trigram, counting word edges: without one a search would read every patient. */
const hasTrigram = (text: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)

const containing = (text: string) => `%${literal(text)}%`
