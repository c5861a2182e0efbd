import type { Pool } from 'pg'
import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  type FhirAppointment,
  REFERENCE_SYSTEM,
} from '../../../contract/fhir.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import type { Reach } from '../../../domain/rights.ts'
import type { Visit } from '../../../domain/visits.ts'
import {
  afterCursor,
  cursorOf,
  dateWanted,
  isPlaceOfRow,
  type Referred,
  referencesOf,
  refuse,
  type Search,
  tokenValue,
  UUID,
} from './search.ts'
import { conditionOn } from './sql.ts'
import type { ResourcePage } from './versioned.ts'

type StoredVisit = {
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

/** Condition on `a` for each FHIR status; each appointment has one of them. No cancelled one has a visit state. */
const STATUS: Record<AppointmentStatus, string> = {
  cancelled: `a.status = 'cancelled'`,
  waitlist: `a.status <> 'cancelled' AND a.waiting_since IS NOT NULL`,
  pending: `a.status = 'open' AND a.visit IS NULL AND a.waiting_since IS NULL`,
  booked: `a.status = 'confirmed' AND a.visit IS NULL AND a.waiting_since IS NULL`,
  arrived: `a.visit = 'arrived' AND a.waiting_since IS NULL`,
  'checked-in': `a.visit = 'in_chair' AND a.waiting_since IS NULL`,
  fulfilled: `a.visit = 'done' AND a.waiting_since IS NULL`,
  noshow: `a.visit = 'no_show' AND a.waiting_since IS NULL`,
}
/** All of them, each in the order of an index. */
const EVERY_STATUS = ['open', 'confirmed', 'cancelled'].map((status) => `a.status = '${status}'`)
const VISITS = { arrived: 'arrived', in_chair: 'checked-in', done: 'fulfilled', no_show: 'noshow' } as const

function statusOf({ status, visit, isWaiting }: StoredVisit): AppointmentStatus {
  if (status === 'cancelled') return 'cancelled'
  if (isWaiting) return 'waitlist'
  if (visit !== null) return VISITS[visit]
  return status === 'confirmed' ? 'booked' : 'pending'
}

/** The order of a search, and its cursor. */
const ORDERS = {
  date: { column: 'a.starts_at', of: ({ startsAt }: StoredVisit) => startsAt },
  _lastUpdated: { column: 'a.updated_at', of: ({ updatedAt }: StoredVisit) => updatedAt },
} as const
export const APPOINTMENT_SORTS = Object.keys(ORDERS)

type Parts = { pool: Pick<Pool, 'query'>; timeZone: string }
/** `base`: address of the resources. */
type SearchParts = Parts & { base: string }

/** One page of the appointments of a search, by time or by when they last changed. @throws HttpFailure 400 */
export async function searchAppointments(
  { pool, timeZone, base }: SearchParts,
  search: Search,
  { locations }: Pick<Reach, 'locations'>,
): Promise<ResourcePage> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const { params } = search
  const conditions: string[] = []
  for (const ids of params.get('_id') ?? [])
    conditions.push(`a.id = ANY (${value(ids.filter((id) => UUID.test(id)))}::uuid[])`)
  for (const [name, column] of [
    ['date', 'a.starts_at'],
    ['_lastUpdated', 'a.updated_at'],
  ] as const) {
    for (const [first = '', ...others] of params.get(name) ?? []) {
      if (others.length > 0) refuse(`${name} takes one value; twice it is a range.`)
      conditions.push(conditionOn(column, dateWanted(name, first, timeZone), value))
    }
  }
  for (const tokens of params.get('identifier') ?? []) {
    const references = tokens.map((token) => tokenValue('identifier', token, REFERENCE_SYSTEM)?.toUpperCase())
    conditions.push(`a.reference = ANY (${value(references.filter((one) => one !== undefined))}::text[])`)
  }
  const taking = ['actor', 'patient', 'practitioner', 'location'].flatMap((name) =>
    referencesOf('Appointment', name, search, base),
  )
  const { places, others } = actorsIn(taking, locations)
  if (places?.length === 0) return { resources: [], next: null }
  for (const actors of others) {
    const alternatives = actors.map(({ column, type, ids }) => `${column} = ANY (${value(ids)}::${type}[])`)
    conditions.push(`(${alternatives.join(' OR ')})`)
  }
  const [states, ...more] = (params.get('status') ?? []).map(statesOf)
  for (const each of more) conditions.push(`(${each.map((state) => `(${state})`).join(' OR ')})`)

  const byUpdate = search.sort === '_lastUpdated' || (search.sort === null && params.has('_lastUpdated'))
  const order = ORDERS[byUpdate ? '_lastUpdated' : 'date']
  if (search.after !== null) {
    const [at, id] = afterCursor(search.after, isPlaceOfRow)
    conditions.push(
      `(${order.column}, a.id) > (${value(new Date(Number(at)))}::timestamptz, ${value(id)}::uuid)`,
    )
  }
  const take = search.count + 1
  // Each range comes in the order of an index and is read as far as the page needs. An actor's are few, in all places
  // taken at once.
  const isPlaceByPlace = !byUpdate && others.length === 0
  const at =
    places === null
      ? ['true']
      : isPlaceByPlace
        ? places.map((code) => `a.location = ${value(code)}`)
        : [`a.location = ANY (${value(places)}::text[])`]
  const ranges = at.flatMap((place) =>
    (states ?? (byUpdate ? ['true'] : EVERY_STATUS)).map(
      (state) => `(SELECT a.id, ${order.column} AS at FROM appointments a
        WHERE ${[place, state, ...conditions].join(' AND ')} ORDER BY ${order.column}, a.id LIMIT ${take})`,
    ),
  )
  const text = `SELECT ${COLUMNS}
    FROM (SELECT id, at FROM (${ranges.join(' UNION ALL ')}) AS found ORDER BY at, id LIMIT ${take}) AS f
    JOIN appointments a USING (id) JOIN doctors d ON d.id = a.doctor_id ORDER BY f.at, a.id`
  const { rows } = await pool.query<StoredVisit>(text, values)
  const page = rows.slice(0, search.count)
  const last = page.at(-1)
  return {
    resources: page.map((row) => ({ resource: appointmentOf(row, timeZone), updatedAt: row.updatedAt })),
    next: rows.length > page.length && last ? cursorOf([order.of(last).getTime(), last.id]) : null,
  }
}

const statesOf = (wanted: readonly string[]): string[] =>
  [...new Set(wanted)].map((text) => {
    const status = APPOINTMENT_STATUSES.find((each) => each === text)
    return STATUS[status ?? refuse(`status is one of ${APPOINTMENT_STATUSES.join(', ')}.`)]
  })

/** Columns of `a` for FHIR's 'actor', with the type of their index. */
const ACTORS = [
  { name: 'Practitioner', column: 'a.doctor_id', type: 'text' },
  { name: 'Location', column: 'a.location', type: 'text' },
  { name: 'Patient', column: 'a.patient_id', type: 'uuid' },
] as const

/**
 * The actors of a search, of each list of which one has to take part: the locations, for lists of locations alone, and
 * for the others the wanted ids, by column.
 * @param within codes; null: all
 */
function actorsIn(lists: readonly Referred[][], within: readonly string[] | null) {
  let places = within
  const others: { column: string; type: string; ids: string[] }[][] = []
  for (const wanted of lists) {
    if (wanted.every(({ type }) => type === 'Location')) {
      const codes = new Set(wanted.map(({ id }) => id.toLowerCase()))
      places = [...codes].filter((code) => places?.includes(code) ?? true)
      continue
    }
    const columns = ACTORS.map(({ name, column, type }) => {
      const ids = wanted.filter((one) => one.type === name).map(({ id }) => id.toLowerCase())
      return {
        column,
        type,
        isAsked: ids.length > 0,
        ids: ids.filter((id) => type === 'text' || UUID.test(id)),
      }
    })
    others.push(columns.filter(({ isAsked }) => isAsked))
  }
  return { places, others }
}

/** An appointment at a key's locations, and its patient; null: there is none. */
export async function readAppointment(
  { pool, timeZone }: Parts,
  id: string,
  { locations }: Pick<Reach, 'locations'>,
): Promise<{ resource: FhirAppointment; updatedAt: Date; patientId: string } | null> {
  if (!UUID.test(id)) return null
  const { rows } = await pool.query<StoredVisit>(
    `SELECT ${COLUMNS} ${FROM} WHERE a.id = $1 AND ($2::text[] IS NULL OR a.location = ANY ($2))`,
    [id, locations],
  )
  const [row] = rows
  return row
    ? { resource: appointmentOf(row, timeZone), updatedAt: row.updatedAt, patientId: row.patientId }
    : null
}

/** Without names, complaint or reasons: the patient is a reference, which needs a scope of its own. */
function appointmentOf(stored: StoredVisit, timeZone: string): FhirAppointment {
  const { id, reference, patientId, doctorId, doctorName, location, serviceText, startsAt, endsAt } = stored
  const instant = (at: Date) => isoWithOffset(at, timeZone)
  const status = statusOf(stored)
  return {
    resourceType: 'Appointment',
    id,
    identifier: [{ system: REFERENCE_SYSTEM, value: reference }],
    status,
    ...(serviceText !== '' && { serviceType: [{ text: serviceText }] }),
    // A patient without a slot takes no time.
    ...(status !== 'waitlist' && {
      start: instant(startsAt),
      end: instant(endsAt),
      minutesDuration: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
    }),
    created: instant(stored.createdAt),
    participant: [
      // An erased person has no patient.
      ...(patientId === ERASED_PATIENT_ID
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
