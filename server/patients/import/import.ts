import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { IMPORT_ERRORS_LIMIT, type ImportReport, type PatientColumn } from '../../../contract/patients.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { importAlone, transactionOn } from '../../platform/imports/import-alone.ts'
import { erasedAmong } from '../records/erased-clinic-ids.ts'
import { matchNames, nameWords } from '../records/same-name.ts'
import type { ImportedPatient } from './patient-line.ts'
import { type PatientLine, readPatients } from './patient-lines.ts'
import { comparePatients, type ImportCounts, storePatients } from './repository.ts'

/** Valid lines per transaction. */
export const IMPORT_BATCH = 1_000

export type ImportOptions = {
  pool: Pool
  clinic: Pick<Clinic, 'country' | 'timeZone'>
  now: Date
  dryRun: boolean
  /** Whether a record may become that of a person with another name. */
  otherNames: boolean
  /** Null: the operator. */
  staffId: string | null
}

/**
 * Imports a patients file as a stream. Wrong lines are counted and skipped, and so are erased patients and, unless
 * `otherNames`, lines that would make a record another person's. When a file breaks off, complete batches stay stored: importing it again is safe, since stored lines count as
 * unchanged.
 * @throws FileRefused when the file cannot be read, with a report when some of it was stored; ImportBusy
 */
export async function importPatients(
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { pool, clinic, now, dryRun, otherNames, staffId } = options
  const { timeZone } = clinic
  const rules = { country: clinic.country, today: clinicDate(now, timeZone) }
  if (dryRun) {
    const file = { ...(await readPatients(bytes, rules)), timeZone, otherNames }
    return run(pool, file, true, (patients, columns) => comparePatients(pool, patients, columns))
  }
  return importAlone(pool, async (client) => {
    const trail = auditOf(client, staffId)
    const report = await run(
      client,
      { ...(await readPatients(bytes, rules)), timeZone, otherNames },
      false,
      async (patients, columns, sums) => {
        let stored: ImportCounts = { created: 0, updated: 0, unchanged: 0, overwritten: 0 }
        await transactionOn(client, async () => {
          stored = await storePatients(client, patients, columns)
          await trail(added(sums, stored), false)
        })
        return stored
      },
    )
    await trail(report, true)
    return report
  })
}

type RightLine = { line: number; patient: ImportedPatient }
type File = {
  columns: PatientColumn[]
  lines: AsyncGenerator<PatientLine, void>
  timeZone: string
  otherNames: boolean
}
type Keep = (
  patients: readonly ImportedPatient[],
  columns: readonly PatientColumn[],
  sums: ImportReport,
) => Promise<ImportCounts>

async function run(
  db: Pick<Pool, 'query'>,
  { columns, lines, timeZone, otherNames }: File,
  dryRun: boolean,
  keep: Keep,
): Promise<ImportReport> {
  let report: ImportReport = {
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    overwritten: 0,
    otherNames: 0,
    errors: [],
    dryRun,
  }
  let batch: RightLine[] = []
  const fail = (line: number, message: string) => {
    report.failed += 1
    if (report.errors.length < IMPORT_ERRORS_LIMIT) report.errors.push({ line, message })
  }
  const keepBatch = async () => {
    const clinicIds = batch.map(({ patient }) => patient.clinicId)
    const erased = await erasedAmong(db, clinicIds)
    for (const { line, patient } of batch) {
      const at = erased.get(patient.clinicId)
      if (at) fail(line, `clinic_id: Erased on ${clinicDate(at, timeZone)}. Please take it out of the file.`)
    }
    const others = await otherPeopleAmong(
      db,
      batch.map(({ patient }) => patient),
    )
    report.otherNames += others.size
    for (const { line, patient } of batch)
      if (others.has(patient.clinicId) && !otherNames) fail(line, OTHER_PERSON)
    const patients = batch
      .map(({ patient }) => patient)
      .filter(({ clinicId }) => !erased.has(clinicId) && (otherNames || !others.has(clinicId)))
    report = added(report, await keep(patients, columns, report))
    batch = []
  }
  try {
    for await (const { line, ...read } of lines) {
      if ('patient' in read) {
        batch.push({ line, patient: read.patient })
        if (batch.length === IMPORT_BATCH) await keepBatch()
      } else fail(line, read.faults)
    }
  } catch (error) {
    if (error instanceof FileRefused) throw refusedFrom(error, report)
    throw error
  }
  if (batch.length > 0) await keepBatch()
  return report
}

const added = (report: ImportReport, stored: ImportCounts): ImportReport => ({
  ...report,
  created: report.created + stored.created,
  updated: report.updated + stored.updated,
  unchanged: report.unchanged + stored.unchanged,
  overwritten: report.overwritten + stored.overwritten,
})

/** The message when a file broke off. */
function refusedFrom({ message, isTooLarge }: FileRefused, report: ImportReport): FileRefused {
  const lines = report.created + report.updated + report.unchanged
  if (lines === 0) return new FileRefused(message, { isTooLarge })
  const told = report.dryRun
    ? `${message} Before that, ${lines.toLocaleString('en')} patients were read.`
    : `${message} Before that, ${lines.toLocaleString('en')} patients were imported, and stay.`
  return new FileRefused(told, { isTooLarge, report })
}

/**
 * Audit entries of an import, one with each of its transactions, as the trail is append-only: the stored counts up to
 * then. An interrupted one has no entry that says `complete`.
 */
function auditOf(client: PoolClient, staffId: string | null) {
  const subject = { kind: 'import', id: randomUUID() }
  return async (report: ImportReport, complete: boolean): Promise<void> => {
    const { created, updated, unchanged, failed, overwritten, otherNames } = report
    const counts = { created, updated, unchanged, failed, overwritten, otherNames, complete }
    const details = staffId === null ? { ...counts, by: 'operator' } : counts
    await audit(client, { staffId, action: 'patients.imported', subject, details })
  }
}

export const OTHER_PERSON =
  'clinic_id: The patient of this number has another name here, so that the line may be of somebody else. Please compare the two.'

type StoredPatient = { clinicId: string; firstName: string; names: string; birthDate: string | null }

/** The clinic ids of other people: a number alone does not identify a person. */
async function otherPeopleAmong(
  db: Pick<Pool, 'query'>,
  patients: readonly ImportedPatient[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<StoredPatient>(
    `SELECT clinic_id AS "clinicId", first_name AS "firstName", concat_ws(' ', first_name, middle_name, last_name) AS names,
       birth_date::text AS "birthDate"
     FROM patients WHERE clinic_id = ANY($1)`,
    [patients.map(({ clinicId }) => clinicId)],
  )
  const known = new Map(rows.map((row) => [row.clinicId, row]))
  return new Set(
    patients.flatMap((patient) => {
      const stored = known.get(patient.clinicId)
      return stored && isOther(stored, patient) ? [patient.clinicId] : []
    }),
  )
}

/**
 * Part of a name is enough, as people marry, if it has the first name, unless the date of birth is another one too: a family
 * shares the last name, often the number and, as twins, the day.
 */
function isOther(
  stored: StoredPatient,
  { firstName, middleName, lastName, birthDate }: ImportedPatient,
): boolean {
  const own = nameWords(`${firstName} ${middleName} ${lastName}`)
  const match = matchNames(nameWords(stored.names), own)
  if (match !== 'partly') return match === 'none'
  const isBornElse = stored.birthDate !== null && birthDate !== null && stored.birthDate !== birthDate
  return isBornElse || !nameWords(stored.firstName).some((word) => own.includes(word))
}
