import type { Pool } from 'pg'
import { PHONE_DIGITS_FROM } from '../../../contract/lists.ts'
import { PATIENT_RESULTS, type PatientResult } from '../../../contract/patients.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import {
  comparableClinicId,
  comparableEmail,
  foldEmail,
  isEmail,
  readPhone,
  splitNumber,
} from '../../../domain/contact.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import { foldName } from '../../../domain/typed-text.ts'
import { comparableName } from './comparable-name.ts'
import { NAME_COLUMNS } from './name-columns.ts'
import { toE164 } from './phone.ts'
import { hasLetter, literal, phoneDigits } from './search-text.ts'

/** Number of records compared to find the likeliest; where more match, more letters are needed anyway. */
const CANDIDATES = 100

/**
 * Meaning of a search text: a whole contact or number, which finds everybody, or parts, which find one's own patients.
 */
export type Meaning = {
  email: string | null
  /** E.164 */
  phone: string | null
  clinicId: string
  /** A tsquery of the beginnings of parts of a name, and one of the whole parts; null: no letter was typed. */
  beginnings: string | null
  words: string | null
  /** Digits somewhere in a phone number, without leading zeros. */
  digits: string | null
  /** The beginning of an email address. */
  mailbox: string | null
}

/** @param country ISO 3166 code for numbers without a country code */
export function meaningOf(search: string, country: string): Meaning {
  const { name, phone: within } = splitNumber(search)
  const parts = comparableName(foldName(name))
    .split(/[\s,-]+/)
    .filter(hasLetter)
    .map((part) => `'${part.replace(/['\\]/g, '$&$&')}'`)
  const number = within || search
  const digits = phoneDigits(number)
  const isNumber = digits !== null && within === ''
  return {
    email: isEmail(foldEmail(search)) ? comparableEmail(search) : null,
    phone: digits === null ? null : toE164(readPhone(number) ?? number, country),
    clinicId: comparableClinicId(search),
    beginnings: parts.length === 0 || isNumber ? null : parts.map((part) => `${part}:*`).join(' & '),
    words: parts.length === 0 || isNumber ? null : parts.join(' & '),
    digits: digits !== null && digits.length >= PHONE_DIGITS_FROM ? digits : null,
    mailbox: /[\p{L}\p{N}]@/u.test(search) ? literal(comparableEmail(search)) : null,
  }
}

type Row = PatientName & {
  id: string
  registered: boolean
  exact: boolean
  birthYear: number | null
  phoneEnd: string
  lastVisit: Date | null
  nextVisit: Date | null
  today: Date | null
  noShows: number
  /** Times of each of the records that count as one. */
  onDay?: (string[] | null)[]
}

/**
 * The likeliest patients of a search: registered ones, and unmerged visitors' records, of which equal ones count as
 * one. Names and parts find patients within one's reach; a whole phone number, email address or clinic id finds
 * everybody, for all but a doctor.
 * @returns the results, and the records that may be opened because a whole contact or number was known
 */
export async function searchPatients(
  pool: Pick<Pool, 'query'>,
  { search, day }: { search: string; day: string | null },
  { clinic, reach, now }: { clinic: Pick<Clinic, 'country' | 'timeZone'>; reach: Reach; now: Date },
): Promise<{ hits: PatientResult[]; exact: string[] }> {
  const { rows } = await pool.query<Row>(
    statementFor(meaningOf(search, clinic.country), reach, {
      now,
      today: dayAround(now, clinic.timeZone),
      asked: day === null ? null : dayOf(day, clinic.timeZone),
    }),
  )
  const hits = rows.map((row) => asHit(row, clinic.timeZone))
  return { hits, exact: rows.filter((row) => row.exact).map(({ id }) => id) }
}

export type HitRow = Omit<Row, 'exact'>

/** A found patient as the wire has them. */
export const asHit = (row: HitRow, timeZone: string): PatientResult => ({
  id: row.id,
  name: patientDisplayName(row),
  registered: row.registered,
  yearOfBirth: row.birthYear,
  phoneEnd: row.phoneEnd,
  lastVisit: row.lastVisit && clinicDate(row.lastVisit, timeZone),
  nextVisit: row.nextVisit && isoWithOffset(row.nextVisit, timeZone),
  today: row.today && isoWithOffset(row.today, timeZone),
  noShows: row.noShows,
  onDay: (row.onDay ?? [])
    .flatMap((times) => times ?? [])
    .map((time) => new Date(time))
    .sort((one, other) => one.getTime() - other.getTime())
    .map((time) => isoWithOffset(time, timeZone)),
})

type Day = { from: Date; to: Date }

/** The clinic's day that an instant is in. */
export function dayAround(now: Date, timeZone: string): Day {
  return dayOf(clinicDate(now, timeZone), timeZone)
}

const dayOf = (date: string, timeZone: string): Day => ({
  from: toInstant(date, '00:00', timeZone),
  to: toInstant(addDays(date, 1), '00:00', timeZone),
})

/** The distinguishing data of patients `p`, as columns of `asHit` without the appointments. */
export const HIT_COLUMNS = `p.id, p.verified AS registered, ${NAME_COLUMNS},
  extract(year FROM p.birth_date)::int AS "birthYear", right(trim(p.phone_digits), 2) AS "phoneEnd"`

/** The appointments of patients `p`, as `visit`. @param day the parameters of now, and of the day's begin and end */
export const visitsOfHit = ([now, from, to]: readonly [string, string, string]) =>
  `LATERAL (SELECT max(a.starts_at) FILTER (WHERE a.starts_at <= ${now}) AS latest,
                   min(a.starts_at) FILTER (WHERE a.starts_at > ${now}) AS next,
                   min(a.starts_at) FILTER (WHERE a.starts_at >= ${from} AND a.starts_at < ${to}) AS today,
                   count(*) FILTER (WHERE a.visit = 'no_show')::int AS missed
            FROM appointments a WHERE a.patient_id = ANY (${recordsOf('p.id')}) AND a.status <> 'cancelled') AS visit`

/** The records with a patient's appointments: the own one and those merged into it. */
export const recordsOf = (id: string) =>
  `array_append(ARRAY(SELECT v.id FROM patients v WHERE v.joined_to = ${id}), ${id})`

/** Condition that a record of `patients p` has an appointment that a reach covers. */
export const hasOwnVisit = (id: string, locations: string, doctor: string) =>
  `(${locations}::text[] IS NULL AND ${doctor}::text IS NULL OR EXISTS (
     SELECT FROM appointments own WHERE own.patient_id = ANY (${recordsOf(id)})
       AND (${locations}::text[] IS NULL OR own.location = ANY (${locations}))
       AND (${doctor}::text IS NULL OR own.doctor_id = ${doctor})))`

/** One statement for each kind of text, so that each has a plan of its own. */
function statementFor(
  meaning: Meaning,
  { locations, doctorId }: Reach,
  { now, today, asked }: { now: Date; today: Day; asked: Day | null },
) {
  const { email, phone, clinicId, beginnings, words, digits, mailbox } = meaning
  const values: unknown[] = [
    ERASED_PATIENT_ID,
    email,
    phone,
    clinicId,
    words,
    locations,
    doctorId,
    now,
    today.from,
    today.to,
    asked?.from,
    asked?.to,
  ]
  const value = (one: unknown) => `$${values.push(one)}`
  const kinds = { name: beginnings, digits, mailbox }
  const parts = [
    ...(beginnings === null ? [] : [`p.name_words @@ ${value(beginnings)}::tsquery`]),
    ...(digits === null ? [] : [`p.phone_digits LIKE '%' || ${value(digits)}::text || '%'`]),
    ...(mailbox === null ? [] : [`p.email_key LIKE ${value(mailbox)}::text || '%'`]),
  ]
  const shape = Object.entries(kinds).flatMap(([kind, part]) => (part === null ? [] : [kind]))
  return {
    name: ['search-patients', ...shape].join('-'),
    values,
    text: `
      WITH found AS (
        (SELECT coalesce(p.joined_to, p.id) AS id, true AS exact FROM patients p
         WHERE p.id <> $1
           AND (p.email_key = $2 OR p.phone_e164 = $3 OR p.clinic_id = $4)
           AND ($7::text IS NULL OR ${hasOwnVisit('coalesce(p.joined_to, p.id)', '$6', '$7')})
         ORDER BY p.verified DESC, p.created_at DESC LIMIT ${CANDIDATES})
        UNION ALL
        (SELECT coalesce(p.joined_to, p.id), false FROM patients p
         WHERE p.id <> $1 AND (${parts.join(' OR ') || 'false'})
           AND ${hasOwnVisit('coalesce(p.joined_to, p.id)', '$6', '$7')}
         LIMIT ${CANDIDATES})
      ), candidates AS (
        SELECT id, bool_or(exact) AS exact FROM found GROUP BY id
      ), people AS (
        SELECT ${HIT_COLUMNS}, c.exact,
          coalesce(p.name_words @@ $5::tsquery, false) AS whole, visit.latest AS "lastVisit", visit.next AS "nextVisit", visit.today,
          visit.missed, day.times,
          CASE WHEN p.verified THEN p.id::text
               ELSE concat(p.name_words, ' ', coalesce(p.phone_e164, nullif(p.email_key, ''), p.id::text)) END AS alike
        FROM candidates c JOIN patients p ON p.id = c.id,
          ${visitsOfHit(['$8', '$9', '$10'])},
          LATERAL (SELECT to_jsonb(array_agg(a.starts_at)) AS times FROM appointments a
                   WHERE a.patient_id = ANY (${recordsOf('p.id')}) AND a.takes_time
                     AND a.starts_at >= $11::timestamptz AND a.starts_at < $12::timestamptz) AS day
      ), one_each AS (
        SELECT DISTINCT ON (alike) id, registered, title, "firstName", "lastName", "middleName", "rawId", exact, "birthYear",
          "phoneEnd", whole, max("lastVisit") OVER same AS "lastVisit", min("nextVisit") OVER same AS "nextVisit", min(today) OVER same AS today,
          (sum(missed) OVER same)::int AS "noShows", jsonb_agg(times) OVER same AS "onDay"
        FROM people WINDOW same AS (PARTITION BY alike)
        ORDER BY alike, people."nextVisit" NULLS LAST, people."lastVisit" DESC NULLS LAST, id
      )
      SELECT * FROM one_each
      ORDER BY exact DESC, whole DESC, coalesce("nextVisit", "lastVisit") DESC NULLS LAST,
        registered DESC, "lastName", "firstName", id
      LIMIT ${PATIENT_RESULTS}`,
  }
}
