import type { Pool } from 'pg'
import { AUDIT_COUNTED, type AuditFilter } from '../../../contract/audit.ts'
import { toInstant } from '../../../domain/clinic-time.ts'
import { displayName } from '../../../domain/staff.ts'
import { actionsOf, READ_ACTIONS } from '../audit/actions.ts'
import { wireNames } from '../auth/staff-user.ts'

type Database = Pick<Pool, 'query'>

export type StoredEntry = {
  id: string
  at: Date
  staffId: string | null
  name: string
  username: string | null
  action: string
  kind: string
  subject: string
  reference: string | null
  seen: number | null
  details: Record<string, unknown>
}

type SqlConditions = { where: string; values: unknown[] }

/** A filter as SQL about `audit_log a`, with its values from $1 on; null for an unknown reference or id. */
async function wantedOf(
  db: Database,
  { staff, kind, about, from, to }: AuditFilter,
  timeZone: string,
): Promise<SqlConditions | null> {
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const conditions: string[] = []
  if (staff !== '') conditions.push(`a.staff_id = ${value(staff)}`)
  if (kind !== '') conditions.push(`a.action = ANY (${value(actionsOf(kind))})`)
  if (from !== '') conditions.push(`a.at >= ${value(toInstant(from, '00:00', timeZone))}`)
  if (to !== '') conditions.push(`a.at < ${value(toInstant(to, '24:00', timeZone))}`)
  if (about !== '') {
    const { appointments, patients, subjects } = await meantBy(db, about)
    if (subjects.length === 0) return null
    conditions.push(
      `(a.subject_id = ANY (${value(subjects)}) OR a.details ?| ARRAY['ids', 'appointments'] AND ${SEEN} ?| ${value(appointments)}
        OR a.action = ANY (${value(READ_ACTIONS)}) AND a.details -> 'patients' ?| ${value(patients)})`,
    )
  }
  return { where: conditions.length === 0 ? 'true' : conditions.join(' AND '), values }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The appointments that a text names, one or all of a patient, and what entries about them have as subject. */
async function meantBy(
  db: Database,
  about: string,
): Promise<{ appointments: string[]; patients: string[]; subjects: string[] }> {
  const id = UUID.test(about) ? about.toLowerCase() : null
  const { rows } = await db.query<{ appointment: string | null; patient: string | null }>(
    `SELECT id AS appointment, NULL AS patient FROM appointments WHERE id = $1 OR reference = upper($2)
     UNION ALL SELECT a.id, p.id FROM patients p LEFT JOIN appointments a ON a.patient_id = p.id
     WHERE p.id = $1 OR p.clinic_id = upper($2)`,
    [id, about],
  )
  const appointments = rows.flatMap(({ appointment }) => appointment ?? [])
  const patients = rows.flatMap(({ patient }) => patient ?? [])
  // An id may also be that of an account, a tablet or a blocker.
  return {
    appointments,
    patients,
    subjects: [...new Set([...appointments, ...patients, ...(id === null ? [] : [id])])],
  }
}

/** The appointments that an entry names. Some entries of earlier versions have their number under the same name. */
const SEEN = `coalesce(a.details -> 'ids', a.details -> 'appointments')`

const ENTRY = `a.id, a.at, a.staff_id AS "staffId", a.action, a.subject_kind AS kind, a.subject_id AS subject,
  s.username, s.surname, s.other_names AS "otherNames", s.profession, s.job_title AS "jobTitle", s.role_slug AS "roleSlug",
  ap.reference, CASE jsonb_typeof(${SEEN}) WHEN 'array' THEN jsonb_array_length(${SEEN}) END AS seen,
  (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(a.details)
   WHERE NOT (key IN ('ids', 'appointments', 'patients', 'exact') AND jsonb_typeof(value) = 'array')) AS details`
const JOINS = `LEFT JOIN staff s ON s.id = a.staff_id
  LEFT JOIN appointments ap ON a.subject_kind = 'appointment' AND ap.id::text = a.subject_id`

type Row = Omit<StoredEntry, 'name'> & {
  surname: string | null
  otherNames: string | null
  profession: string | null
  jobTitle: string | null
  roleSlug: string | null
}

function named({ surname, otherNames, profession, jobTitle, roleSlug, ...entry }: Row): StoredEntry {
  if (surname === null || otherNames === null) return { ...entry, name: '' }
  return { ...entry, name: displayName(wireNames({ surname, otherNames, profession, jobTitle, roleSlug })) }
}

/** One page of the entries, the latest first; counted up to AUDIT_COUNTED. */
export async function listEntries(
  db: Database,
  filter: AuditFilter,
  { page, limit }: { page: number; limit: number },
  timeZone: string,
): Promise<{ entries: StoredEntry[]; total: number }> {
  const wanted = await wantedOf(db, filter, timeZone)
  if (!wanted) return { entries: [], total: 0 }
  const { where, values } = wanted
  const skip = (page - 1) * limit
  const [counted, found] = await Promise.all([
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM audit_log a WHERE ${where} LIMIT ${AUDIT_COUNTED}) found`,
      values,
    ),
    skip >= AUDIT_COUNTED
      ? { rows: [] }
      : db.query<Row>(
          `SELECT ${ENTRY} FROM audit_log a ${JOINS} WHERE ${where}
           ORDER BY a.id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
          [...values, limit, skip],
        ),
  ])
  return { entries: found.rows.map(named), total: counted.rows[0]?.total ?? 0 }
}

/** Entries per query of an export, and so in memory. */
const PORTION = 500

/** All entries of a filter in portions, the latest first; one that comes meanwhile is left out. */
export async function* allEntries(
  db: Database,
  filter: AuditFilter,
  timeZone: string,
): AsyncGenerator<StoredEntry[], void> {
  const wanted = await wantedOf(db, filter, timeZone)
  let before: string | undefined
  while (wanted) {
    const { where, values } = wanted
    const { rows } = await db.query<Row>(
      `SELECT ${ENTRY} FROM audit_log a ${JOINS}
       WHERE ${where} AND ($${values.length + 1}::bigint IS NULL OR a.id < $${values.length + 1})
       ORDER BY a.id DESC LIMIT ${PORTION}`,
      [...values, before ?? null],
    )
    yield rows.map(named)
    if (rows.length < PORTION) return
    before = rows.at(-1)?.id
  }
}

/** Limit of possible authors of entries: accounts, by name. */
const PEOPLE = 500
export async function peopleOf(db: Database): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query(
    `SELECT id, surname, other_names AS "otherNames", profession, job_title AS "jobTitle", role_slug AS "roleSlug"
     FROM staff ORDER BY lower(surname), lower(other_names), id LIMIT ${PEOPLE}`,
  )
  return rows.map(({ id, ...person }) => ({ id, name: displayName(wireNames(person)) }))
}
