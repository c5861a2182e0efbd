import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { PatientColumn } from '../../../contract/patients.ts'
import type { ImportedPatient } from './patient-line.ts'

export type ImportCounts = {
  created: number
  updated: number
  unchanged: number
  /** Contacts of the desk in whose place the file's are now. */
  overwritten: number
}

type Column = { name: string; type: 'text' | 'date'; of: (patient: ImportedPatient) => string | null }

const text = (name: string, of: Column['of']): Column => ({ name, type: 'text', of })

const FILLS: Record<PatientColumn, readonly Column[]> = {
  clinic_id: [text('clinic_id', (patient) => patient.clinicId)],
  raw_id: [text('raw_id', (patient) => patient.rawId)],
  title: [text('title', (patient) => patient.title)],
  first_name: [text('first_name', (patient) => patient.firstName)],
  middle_name: [text('middle_name', (patient) => patient.middleName)],
  last_name: [text('last_name', (patient) => patient.lastName)],
  gender: [text('gender', (patient) => patient.gender)],
  nationality: [text('nationality', (patient) => patient.nationality)],
  birth_date: [{ name: 'birth_date', type: 'date', of: (patient) => patient.birthDate }],
  address: [text('address', (patient) => patient.address)],
  email: [text('email', (patient) => patient.email), text('email_key', (patient) => patient.emailKey)],
  phone: [text('phone', (patient) => patient.phone), text('phone_e164', (patient) => patient.phoneE164)],
}
const ALL = Object.values(FILLS).flat()

const NAMES = `id, ${ALL.map(({ name }) => name).join(', ')}`
/** Patients, passed as one JSON text, as rows `line` of a query. */
const LINES = `json_to_recordset($1) AS line (id uuid, ${ALL.map(({ name, type }) => `${name} ${type}`).join(', ')})`

function rowsOf(patients: readonly ImportedPatient[]) {
  return patients.map((patient) => ({
    id: randomUUID(),
    ...Object.fromEntries(ALL.map(({ name, of }) => [name, of(patient)])),
  }))
}

/** Assignments for existing records: only the file's columns change. */
const changed = (columns: readonly PatientColumn[]) =>
  columns
    .filter((column) => column !== 'clinic_id')
    .flatMap((column) => FILLS[column].map(({ name }) => name))

/** Contacts corrected by the desk stay while the file has the same value as then. */
const CONTACTS = ['email', 'phone'] as const
const kept = (kind: (typeof CONTACTS)[number], line: string) =>
  `(patients.${kind}_source = 'desk' AND patients.${kind}_file IS NOT DISTINCT FROM ${line}.${kind})`
const kindOf = (name: string) => CONTACTS.find((kind) => name === kind || name.startsWith(`${kind}_`))

/** New value of a column: the file's, except for such contacts. */
const wanted = (name: string, line: string) => {
  const kind = kindOf(name)
  return kind
    ? `CASE WHEN ${kept(kind, line)} THEN patients.${name} ELSE ${line}.${name} END`
    : `${line}.${name}`
}

const isAnew = (kind: (typeof CONTACTS)[number], line: string) =>
  `(patients.${kind}_source = 'desk' AND NOT ${kept(kind, line)})`

/** Origin of the columns: the file again, where it has a new value. */
const origins = (names: readonly string[], line: string) =>
  CONTACTS.filter((kind) => names.includes(kind)).flatMap((kind) => {
    const isNew = isAnew(kind, line)
    return [
      `${kind}_source = CASE WHEN ${isNew} THEN 'file' ELSE patients.${kind}_source END`,
      `${kind}_since = CASE WHEN ${isNew} THEN now() ELSE patients.${kind}_since END`,
      ...['codes', 'next_at', 'file'].map(
        (name) => `${kind}_${name} = CASE WHEN ${isNew} THEN NULL ELSE patients.${kind}_${name} END`,
      ),
    ]
  })

/** Number of desk-corrected contacts that rows `line`, joined with `patients`, overwrite. */
const overwritten = (names: readonly string[]) =>
  CONTACTS.filter((kind) => names.includes(kind))
    .map(
      (kind) => `count(*) FILTER (WHERE ${isAnew(kind, 'line')} AND patients.${kind} <> line.${kind})::int`,
    )
    .join(' + ') || 'count(*) FILTER (WHERE false)::int'

const differs = (names: readonly string[], line: string) => {
  const stored = names.map((name) => `patients.${name}`).join(', ')
  return `(${stored}) IS DISTINCT FROM (${names.map((name) => wanted(name, line)).join(', ')})`
}

/**
 * Upserts registered patients by clinic id in one statement; existing ones get the values of the file's
 * columns, but for contacts that the desk has corrected since. Visitors have no clinic id and are never matched.
 * @param patients with unique clinic ids
 */
export async function storePatients(
  db: Pick<Pool, 'query'>,
  patients: readonly ImportedPatient[],
  columns: readonly PatientColumn[],
): Promise<ImportCounts> {
  const proposed = rowsOf(patients)
  const fields = changed(columns)
  // The count is of the rows before: both see the same moment.
  const { rows } = await db.query<{ id: string; overwritten: number }>(
    `WITH desk AS (
       SELECT ${overwritten(fields)} AS overwritten FROM ${LINES} JOIN patients ON patients.clinic_id = line.clinic_id
     ), stored AS (
       INSERT INTO patients (verified, ${NAMES})
       SELECT true, ${NAMES} FROM ${LINES}
       ON CONFLICT (clinic_id) WHERE clinic_id IS NOT NULL
       DO UPDATE SET ${['version = patients.version + 1', ...fields.map((name) => `${name} = ${wanted(name, 'excluded')}`), ...origins(fields, 'excluded')].join(', ')}
       WHERE ${differs(fields, 'excluded')}
       RETURNING id
     )
     SELECT stored.id, desk.overwritten FROM stored CROSS JOIN desk`,
    [JSON.stringify(proposed)],
  )
  // An existing record has its old id; an unchanged one is not returned.
  const made = new Set<string>(proposed.map(({ id }) => id))
  const created = rows.filter(({ id }) => made.has(id)).length
  return {
    created,
    updated: rows.length - created,
    unchanged: patients.length - rows.length,
    overwritten: rows[0]?.overwritten ?? 0,
  }
}

/** A dry run of `storePatients`. */
export async function comparePatients(
  db: Pick<Pool, 'query'>,
  patients: readonly ImportedPatient[],
  columns: readonly PatientColumn[],
): Promise<ImportCounts> {
  const fields = changed(columns)
  const { rows } = await db.query<Omit<ImportCounts, 'unchanged'>>(
    `SELECT count(*) FILTER (WHERE patients.id IS NULL)::int AS created,
       count(*) FILTER (WHERE patients.id IS NOT NULL AND ${differs(fields, 'line')})::int AS updated,
       ${overwritten(fields)} AS overwritten
     FROM ${LINES} LEFT JOIN patients ON patients.clinic_id = line.clinic_id`,
    [JSON.stringify(rowsOf(patients))],
  )
  const { created = 0, updated = 0, overwritten: lost = 0 } = rows[0] ?? {}
  return { created, updated, unchanged: patients.length - created - updated, overwritten: lost }
}
