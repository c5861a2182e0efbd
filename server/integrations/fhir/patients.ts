import type { Pool } from 'pg'
import { CLINIC_ID_SYSTEM, type FhirPatient } from '../../../contract/fhir.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import type { Reach } from '../../../domain/rights.ts'
import {
  afterCursor,
  cursorOf,
  dateWanted,
  isPlaceOfRow,
  refuse,
  type Search,
  tokenValue,
  UUID,
} from './search.ts'
import { conditionOn } from './sql.ts'
import type { ResourcePage } from './versioned.ts'

type StoredPerson = {
  id: string
  clinicId: string | null
  title: string
  firstName: string
  middleName: string
  lastName: string
  phone: string
  email: string
  gender: string | null
  birthDate: string | null
  address: string
  guardian: string
  joinedTo: string | null
  updatedAt: Date
}

const COLUMNS = `p.id, p.clinic_id AS "clinicId", p.title, p.first_name AS "firstName", p.middle_name AS "middleName",
  p.last_name AS "lastName", coalesce(p.phone_e164, p.phone) AS phone, p.email, p.gender,
  to_char(p.birth_date, 'YYYY-MM-DD') AS "birthDate", p.address, p.guardian, p.joined_to AS "joinedTo",
  p.updated_at AS "updatedAt"`

/** Excludes the record that replaces erased patients. */
const SOMEBODY = `p.id <> '${ERASED_PATIENT_ID}'`
/**
 * Patients within a key of the locations $1: those with an appointment there, by their own record or by a merged one.
 * Separate conditions, so that few are found from their appointments, and many in their order.
 */
const WITHIN = [
  `EXISTS (SELECT FROM appointments a WHERE a.patient_id = p.id AND a.location = ANY ($1))`,
  `EXISTS (SELECT FROM patients j JOIN appointments a ON a.patient_id = j.id
           WHERE j.joined_to = p.id AND j.joined_to IS NOT NULL AND a.location = ANY ($1))`,
]

type Parts = { pool: Pick<Pool, 'query'>; timeZone: string }

/** One page of the patients of a search, by when they last changed. @throws HttpFailure 400 */
export async function searchPatients(
  { pool, timeZone }: Parts,
  search: Search,
  { locations }: Pick<Reach, 'locations'>,
): Promise<ResourcePage> {
  const values: unknown[] = [locations]
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions = [SOMEBODY]
  for (const ids of search.params.get('_id') ?? [])
    conditions.push(`p.id = ANY (${value(ids.filter((id) => UUID.test(id)))}::uuid[])`)
  for (const [first = '', ...others] of search.params.get('_lastUpdated') ?? []) {
    if (others.length > 0) refuse('_lastUpdated takes one value; twice it is a range.')
    conditions.push(conditionOn('p.updated_at', dateWanted('_lastUpdated', first, timeZone), value))
  }
  for (const numbers of search.params.get('identifier') ?? []) {
    const clinicIds = numbers.map((token) => tokenValue('identifier', token, CLINIC_ID_SYSTEM)?.toUpperCase())
    conditions.push(`p.clinic_id = ANY (${value(clinicIds.filter((one) => one !== undefined))}::text[])`)
  }
  if (search.after !== null) {
    const [at, id] = afterCursor(search.after, isPlaceOfRow)
    conditions.push(
      `(p.updated_at, p.id) > (${value(new Date(Number(at)))}::timestamptz, ${value(id)}::uuid)`,
    )
  }
  const order = `p.updated_at, p.id LIMIT ${search.count + 1}`
  const found = (locations === null ? ['$1::text[] IS NULL'] : WITHIN).map(
    (within) =>
      `(SELECT p.id, p.updated_at FROM patients p WHERE ${[...conditions, within].join(' AND ')} ORDER BY ${order})`,
  )
  const { rows } = await pool.query<StoredPerson>(
    `SELECT ${COLUMNS} FROM (SELECT p.id FROM (${found.join(' UNION ')}) p ORDER BY ${order}) AS f JOIN patients p USING (id)
     ORDER BY p.updated_at, p.id`,
    values,
  )
  const page = rows.slice(0, search.count)
  const last = page.at(-1)
  return {
    resources: page.map((row) => ({ resource: patientOf(row), updatedAt: row.updatedAt })),
    next: rows.length > page.length && last ? cursorOf([last.updatedAt.getTime(), last.id]) : null,
  }
}

/** A patient with an appointment at a key's locations; null: there is none. */
export async function readPatient(
  { pool }: Pick<Parts, 'pool'>,
  id: string,
  { locations }: Pick<Reach, 'locations'>,
): Promise<{ resource: FhirPatient; updatedAt: Date } | null> {
  if (!UUID.test(id)) return null
  const { rows } = await pool.query<StoredPerson>(
    `SELECT ${COLUMNS} FROM patients p WHERE ${SOMEBODY} AND ($1::text[] IS NULL OR ${WITHIN.join(' OR ')}) AND p.id = $2`,
    [locations, id],
  )
  const [row] = rows
  return row ? { resource: patientOf(row), updatedAt: row.updatedAt } : null
}

const GENDERS: ReadonlyMap<string, FhirPatient['gender']> = new Map([
  ['female', 'female'],
  ['male', 'male'],
  ['none', 'unknown'],
])

/** Empty lists and texts are no FHIR: unknown values are left out. */
function patientOf(stored: StoredPerson): FhirPatient {
  const { id, clinicId, title, firstName, middleName, lastName, phone, email, birthDate, address } = stored
  const given = [firstName, middleName].filter((name) => name !== '')
  const text = [title, ...given, lastName].filter((name) => name !== '').join(' ')
  const gender = GENDERS.get(stored.gender ?? '')
  return {
    resourceType: 'Patient',
    id,
    ...(clinicId !== null && { identifier: [{ system: CLINIC_ID_SYSTEM, value: clinicId }] }),
    ...(text !== '' && {
      name: [
        {
          text,
          ...(lastName !== '' && { family: lastName }),
          ...(given.length > 0 && { given }),
          ...(title !== '' && { prefix: [title] }),
        },
      ],
    }),
    ...((phone !== '' || email !== '') && {
      telecom: [
        ...(phone === '' ? [] : [{ system: 'phone' as const, value: phone }]),
        ...(email === '' ? [] : [{ system: 'email' as const, value: email }]),
      ],
    }),
    ...(gender && { gender }),
    ...(birthDate !== null && { birthDate }),
    ...(address !== '' && { address: [{ text: address }] }),
    ...(stored.guardian !== '' && {
      contact: [{ relationship: [{ text: 'guardian' }], name: { text: stored.guardian } }],
    }),
    ...(stored.joinedTo !== null && {
      link: [{ other: { reference: `Patient/${stored.joinedTo}` }, type: 'refer' as const }],
    }),
  }
}
