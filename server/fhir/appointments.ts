import type { Pool } from 'pg'
import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  type FhirAppointment,
  REFERENCE_SYSTEM,
} from '../../contract/fhir.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import type { Reach } from '../../domain/rights.ts'
import type { Visit } from '../../domain/visits.ts'
import { idsInOrder, type Wanted } from '../appointments/filter.ts'
import { NOBODY } from '../patients/anonymise.ts'
import { afterCursor, cursorOf, dateWanted, referenceOf, refuse, type Search, UUID } from './search.ts'
import { conditionOn } from './sql.ts'
import type { Found } from './versioned.ts'

type Stored = {
  id: string
  reference: string
  patientId: string
  doctorId: string
  doctorName: string
  location: string
  serviceText: string
  startsAt: Date
  endsAt: Date
  status: 'open' | 'confirmed' | 'cancelled'
  visit: Visit
  isWaiting: boolean
  patientConfirmedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `a.id, a.reference, a.patient_id AS "patientId", a.doctor_id AS "doctorId", d.name AS "doctorName", a.location,
  a.service_text AS "serviceText", a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.status, a.visit,
  a.waiting_since IS NOT NULL AS "isWaiting", a.patient_confirmed_at AS "patientConfirmedAt", a.created_at AS "createdAt",
  a.updated_at AS "updatedAt"`
const FROM = 'FROM appointments a JOIN doctors d ON d.id = a.doctor_id'

/** What each status is here, as a condition on `a`; each appointment has one of them. */
const STATUS: Record<AppointmentStatus, string> = {
  cancelled: `a.status = 'cancelled'`,
  waitlist: `a.status <> 'cancelled' AND a.waiting_since IS NOT NULL`,
  pending: `a.status = 'open' AND a.visit IS NULL AND a.waiting_since IS NULL`,
  booked: `a.status = 'confirmed' AND a.visit IS NULL AND a.waiting_since IS NULL`,
  arrived: `a.status <> 'cancelled' AND a.visit = 'arrived' AND a.waiting_since IS NULL`,
  'checked-in': `a.status <> 'cancelled' AND a.visit = 'in_chair' AND a.waiting_since IS NULL`,
  fulfilled: `a.status <> 'cancelled' AND a.visit = 'done' AND a.waiting_since IS NULL`,
  noshow: `a.status <> 'cancelled' AND a.visit = 'no_show' AND a.waiting_since IS NULL`,
}
const VISITS = { arrived: 'arrived', in_chair: 'checked-in', done: 'fulfilled', no_show: 'noshow' } as const

function statusOf({ status, visit, isWaiting }: Stored): AppointmentStatus {
  if (status === 'cancelled') return 'cancelled'
  if (isWaiting) return 'waitlist'
  if (visit !== null) return VISITS[visit]
  return status === 'confirmed' ? 'booked' : 'pending'
}

/** What FHIR's 'actor' can be, as a column of `a`. */
const ACTORS: Record<string, string> = {
  Practitioner: 'a.doctor_id',
  Location: 'a.location',
  Patient: 'a.patient_id::text',
}

/** The order of a search, and by what it goes on. */
const ORDERS = {
  date: { column: 'a.starts_at', of: ({ startsAt }: Stored) => startsAt },
  _lastUpdated: { column: 'a.updated_at', of: ({ updatedAt }: Stored) => updatedAt },
} as const
export const APPOINTMENT_SORTS = Object.keys(ORDERS)

type Parts = { pool: Pick<Pool, 'query'>; timeZone: string }

/** One page of the appointments of a search, by time or by when they last changed. @throws HttpFailure 400 */
export async function searchAppointments(
  { pool, timeZone }: Parts,
  search: Search,
  { locations }: Pick<Reach, 'locations'>,
): Promise<Found> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const { params } = search
  const conditions: string[] = []
  for (const ids of params._id ?? [])
    conditions.push(`a.id = ANY (${value(ids.filter((id) => UUID.test(id)))}::uuid[])`)
  for (const [name, column] of [
    ['date', 'a.starts_at'],
    ['_lastUpdated', 'a.updated_at'],
  ] as const) {
    for (const [first = '', ...others] of params[name] ?? []) {
      if (others.length > 0) refuse(`${name} takes one value; twice it is a range.`)
      conditions.push(conditionOn(column, dateWanted(name, first, timeZone), value))
    }
  }
  for (const actors of params.actor ?? [])
    conditions.push(`(${actors.map((text) => actorIs(text, value)).join(' OR ')})`)
  for (const wanted of params.status ?? []) {
    const found = wanted.map(
      (text) =>
        STATUS[text as AppointmentStatus] ?? refuse(`status is one of ${APPOINTMENT_STATUSES.join(', ')}.`),
    )
    conditions.push(`(${found.map((one) => `(${one})`).join(' OR ')})`)
  }

  const byUpdate =
    search.sort === '_lastUpdated' || (search.sort === null && params._lastUpdated !== undefined)
  const order = ORDERS[byUpdate ? '_lastUpdated' : 'date']
  if (search.after !== null) {
    const [at, id] = afterCursor(search.after, isPlace)
    conditions.push(
      `(${order.column}, a.id) > (${value(new Date(Number(at)))}::timestamptz, ${value(id)}::uuid)`,
    )
  }
  const take = search.count + 1
  const wanted: Wanted = {
    values,
    conditions,
    places: locations?.map((code) => `a.location = ${value(code)}`) ?? ['true'],
    statuses: ['open', 'confirmed', 'cancelled'],
    meanings: null,
  }
  const text = byUpdate
    ? `SELECT ${COLUMNS} ${FROM} WHERE (${wanted.places.join(' OR ')}) AND ${['true', ...conditions].join(' AND ')}
       ORDER BY a.updated_at, a.id LIMIT ${take}`
    : `SELECT ${COLUMNS} FROM unnest(ARRAY(${idsInOrder(wanted, { further: 'true', order: 'a.starts_at, a.id', take })}))
         WITH ORDINALITY AS f (id, place) JOIN appointments a ON a.id = f.id JOIN doctors d ON d.id = a.doctor_id ORDER BY f.place`
  const { rows } = await pool.query<Stored>(text, values)
  const page = rows.slice(0, search.count)
  const last = page.at(-1)
  return {
    resources: page.map((row) => ({ resource: appointmentOf(row, timeZone), updatedAt: row.updatedAt })),
    next: rows.length > page.length && last ? cursorOf([order.of(last).getTime(), last.id]) : null,
  }
}

const isPlace = ([at, id, ...more]: unknown[]) =>
  Number.isSafeInteger(at) &&
  Math.abs(Number(at)) < 1e14 &&
  typeof id === 'string' &&
  UUID.test(id) &&
  more.length === 0

function actorIs(text: string, value: (one: unknown) => string): string {
  const { type, id } = referenceOf('actor', text)
  const column = ACTORS[type] ?? refuse(`actor is a ${Object.keys(ACTORS).join(', a ')}.`)
  return type === 'Patient' && !UUID.test(id) ? 'false' : `${column} = ${value(id.toLowerCase())}`
}

/** An appointment at a key's locations, and whose it is; null: there is none. */
export async function readAppointment(
  { pool, timeZone }: Parts,
  id: string,
  { locations }: Pick<Reach, 'locations'>,
): Promise<{ resource: FhirAppointment; updatedAt: Date; patientId: string } | null> {
  if (!UUID.test(id)) return null
  const { rows } = await pool.query<Stored>(
    `SELECT ${COLUMNS} ${FROM} WHERE a.id = $1 AND ($2::text[] IS NULL OR a.location = ANY ($2))`,
    [id, locations],
  )
  const [row] = rows
  return row
    ? { resource: appointmentOf(row, timeZone), updatedAt: row.updatedAt, patientId: row.patientId }
    : null
}

/** Without names, complaint or reasons: who it is for is a reference, which needs a scope of its own. */
function appointmentOf(stored: Stored, timeZone: string): FhirAppointment {
  const { id, reference, patientId, doctorId, doctorName, location, serviceText, startsAt, endsAt } = stored
  const instant = (at: Date) => isoWithOffset(at, timeZone)
  const status = statusOf(stored)
  return {
    resourceType: 'Appointment',
    id,
    identifier: [{ system: REFERENCE_SYSTEM, value: reference }],
    status,
    ...(serviceText !== '' && { serviceType: [{ text: serviceText }] }),
    // Who waits holds no time.
    ...(status !== 'waitlist' && {
      start: instant(startsAt),
      end: instant(endsAt),
      minutesDuration: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
    }),
    created: instant(stored.createdAt),
    participant: [
      // One whose person was erased is nobody's.
      ...(patientId === NOBODY
        ? []
        : [
            {
              actor: { reference: `Patient/${patientId}` },
              status: stored.patientConfirmedAt ? ('accepted' as const) : ('needs-action' as const),
            },
          ]),
      { actor: { reference: `Practitioner/${doctorId}`, display: doctorName }, status: 'accepted' },
      { actor: { reference: `Location/${location}` }, status: 'accepted' },
    ],
  }
}
