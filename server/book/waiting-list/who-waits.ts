import type { Pool } from 'pg'
import type { OwnWaiting, WaitingEntry } from '../../../contract/waiting-list.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../../domain/languages.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { patientDisplayName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import { displayName, type NamedStaff } from '../../../domain/staff.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { spokenTimeInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { NAMED_STAFF } from '../visits/appointment-row.ts'
import { type Moment, STILL_WAITS } from './entries.ts'
import { HOLDS, IS_FREE } from './offer-state.ts'

type Database = Pick<Pool, 'query'>
type Row = Parameters<typeof patientDisplayName>[0] & {
  id: string
  patientId: string
  version: number
  urgent: boolean
  note: string
  createdAt: Date
  by: NamedStaff | null
  location: string
  phone: string
  phoneE164: string | null
  email: string
  appointmentId: string | null
  reference: string | null
  startsAt: Date | null
  doctorName: string | null
  serviceId: string | null
  serviceText: string | null
  minutes: number
  from: string
  to: string
  weekdays: number[]
  partOfDay: WaitingEntry['partOfDay']
  wantedId: string | null
  wantedName: string | null
  offers: number
  language: LanguageCode
  offerId: string | null
  offeredAt: Date
  offeredUntil: Date
  isToCall: boolean
  offeredDoctor: { id: string; name: string }
}

/**
 * Condition on `waiting_entries e`. Parameters: $1 now, $2 the clinic's day, $3 locations or null for all, $4 an entry
 * or null for all.
 */
const WITHIN = `WHERE ${STILL_WAITS('$1', '$2')} AND ($3::text[] IS NULL OR e.location = ANY ($3)) AND ($4::uuid IS NULL OR e.id = $4)`

type Question = { location: string; page: number; limit: number; id?: string }

/**
 * One page of the waiting list: people to call about an offer, urgent ones, then the longest waiting.
 * @returns also the ids of their records
 */
export async function listWaiting(
  db: Database,
  { location, page, limit, id }: Question,
  { clinic, now, reach }: Moment & { reach: Reach },
): Promise<{ rows: WaitingEntry[]; patients: string[]; total: number }> {
  const values = [
    now,
    clinicDate(now, clinic.timeZone),
    location === ALL_LOCATIONS ? reach.locations : [location],
    id ?? null,
  ]
  const [listed, counted] = await Promise.all([
    db.query<Row>(
      `SELECT e.id, e.patient_id AS "patientId", e.version, e.urgent, e.note, e.created_at AS "createdAt", e.location, ${NAME_COLUMNS}, p.phone, p.phone_e164 AS "phoneE164", p.email,
         (SELECT ${NAMED_STAFF} FROM staff WHERE staff.id = e.created_by) AS by,
         e.appointment_id AS "appointmentId", a.reference, a.starts_at AS "startsAt",
         (SELECT name FROM doctors WHERE id = a.doctor_id) AS "doctorName",
         coalesce(a.service_id, e.service_id) AS "serviceId", a.service_text AS "serviceText", e.minutes,
         e.from_day::text AS "from", e.to_day::text AS "to", e.weekdays, e.part_of_day AS "partOfDay",
         e.doctor_id AS "wantedId", (SELECT name FROM doctors WHERE id = e.doctor_id) AS "wantedName",
         (SELECT count(*)::int FROM offers WHERE entry_id = e.id) AS offers,
         coalesce(a.language, e.language) AS language, offer.*
       FROM waiting_entries e JOIN patients p ON p.id = e.patient_id LEFT JOIN appointments a ON a.id = e.appointment_id
       LEFT JOIN LATERAL (
         SELECT o.id AS "offerId", o.starts_at AS "offeredAt", o.good_until AS "offeredUntil", o.call_at IS NOT NULL AS "isToCall",
           jsonb_build_object('id', d.id, 'name', d.name) AS "offeredDoctor"
         FROM offers o JOIN doctors d ON d.id = o.doctor_id
         WHERE o.entry_id = e.id AND ${HOLDS('$1')} AND ${IS_FREE}
         ORDER BY o.call_at IS NULL, o.created_at DESC LIMIT 1) offer ON true
       ${WITHIN} ORDER BY coalesce(offer."isToCall", false) DESC, e.urgent DESC, e.created_at, e.id LIMIT $5 OFFSET $6`,
      [...values, limit, (page - 1) * limit],
    ),
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM waiting_entries e LEFT JOIN appointments a ON a.id = e.appointment_id ${WITHIN}`,
      values,
    ),
  ])
  const patients = listed.rows.map(({ patientId }) => patientId)
  return {
    rows: listed.rows.map((row) => asEntry(row, clinic)),
    patients,
    total: counted.rows[0]?.total ?? 0,
  }
}

function asEntry(row: Row, clinic: Clinic): WaitingEntry {
  const { timeZone, services } = clinic
  const iso = (at: Date | string) => isoWithOffset(new Date(at), timeZone)
  const { offerId, isToCall } = row
  return {
    id: row.id,
    version: row.version,
    at: iso(row.createdAt),
    by: row.by && displayName(row.by),
    location: row.location,
    name: patientDisplayName(row),
    phone_number: row.phone,
    phone: row.phoneE164,
    email: row.email,
    appointment:
      row.appointmentId && row.startsAt
        ? {
            id: row.appointmentId,
            reference: row.reference ?? '',
            appointment_date: iso(row.startsAt),
            doctor: row.doctorName ?? '',
          }
        : null,
    service: row.serviceText ?? serviceText(row.serviceId, services),
    serviceId: services.some(({ id }) => id === row.serviceId) ? row.serviceId : null,
    minutes: row.minutes,
    urgent: row.urgent,
    note: row.note,
    from: row.from,
    to: row.to,
    weekdays: row.weekdays,
    partOfDay: row.partOfDay,
    doctor: row.wantedId === null ? null : { id: row.wantedId, name: row.wantedName ?? row.wantedId },
    offers: row.offers,
    offer:
      offerId === null
        ? null
        : {
            id: offerId,
            appointment_date: iso(row.offeredAt),
            doctor: row.offeredDoctor,
            until: iso(row.offeredUntil),
            isToCall,
            text: isToCall ? readyText({ ...row, startsAt: row.offeredAt }, clinic) : '',
          },
  }
}

/** Name of a service, a removed one by its last name; null: a consultation. */
export const serviceText = (id: string | null, services: Clinic['services']): string =>
  services.find((service) => service.id === id)?.name ?? 'Consultation'

/** The entry of an appointment, as shown to its patient; null: none that waits. */
export async function ownEntry(
  db: Database,
  whose: { appointmentId: string } | { id: string },
  { clinic, now }: Moment,
): Promise<OwnWaiting | null> {
  const { rows } = await db.query<OwnWaiting>(
    `SELECT e.id, e.from_day::text AS "from", e.to_day::text AS "to", e.weekdays, e.part_of_day AS "partOfDay",
       (SELECT jsonb_build_object('id', id, 'name', name) FROM doctors WHERE id = e.doctor_id) AS doctor
     FROM waiting_entries e LEFT JOIN appointments a ON a.id = e.appointment_id
     WHERE ${STILL_WAITS('$1', '$2')} AND ($3::uuid IS NULL OR e.appointment_id = $3) AND ($4::uuid IS NULL OR e.id = $4)`,
    [
      now,
      clinicDate(now, clinic.timeZone),
      'appointmentId' in whose ? whose.appointmentId : null,
      'id' in whose ? whose.id : null,
    ],
  )
  return rows[0] ?? null
}

/** Text for a person to call. Neither the service nor the link, which a message alone brings. */
function readyText(
  { startsAt, location, language }: { startsAt: Date; location: string; language: LanguageCode },
  { name, timeZone, locations, languages }: Clinic,
): string {
  const texts = textsIn(isoLanguage(offeredLanguage(language, languages)))
  return texts.say('todo.offer', {
    clinic: oneLine(name),
    when: spokenTimeInSms(startsAt, timeZone, texts),
    place: oneLine(locations.find(({ code }) => code === location)?.name ?? location),
  })
}
