import * as v from 'valibot'
import { answerOf } from './envelope.ts'

/**
 * Columns of a patients' file: text/csv in UTF-8 with a head, in any order. `clinic_id`, `first_name` and `last_name`
 * must be there; the others may be missing or empty. Patients are matched on `clinic_id`, so that a file can be
 * imported again.
 */
export const PATIENT_COLUMNS = [
  'clinic_id',
  'raw_id',
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'gender',
  'nationality',
  'birth_date',
  'address',
  'email',
  'phone',
] as const
export type PatientColumn = (typeof PATIENT_COLUMNS)[number]
export const REQUIRED_PATIENT_COLUMNS = ['clinic_id', 'first_name', 'last_name'] as const

/** Largest patients' file, in bytes. */
export const IMPORT_BYTES_LIMIT = 50 * 1024 * 1024
/** Most lines of one: whether a clinic id comes twice is known by keeping all of them in memory. */
export const IMPORT_LINES_LIMIT = 500_000
/** Most wrong lines that a report names; all of them are counted. */
export const IMPORT_ERRORS_LIMIT = 100

/** ?dryRun=1 reads and checks the file and stores nothing. */
export const ImportPatients = v.object({ dryRun: v.optional(v.picklist(['1', '0', ''], 'invalid'), '') })

/** What an import did, or would do. Lines count from 1, the head being the first. */
export const ImportReport = v.object({
  created: v.number(),
  updated: v.number(),
  unchanged: v.number(),
  failed: v.number(),
  errors: v.array(v.object({ line: v.number(), message: v.string() })),
  dryRun: v.boolean(),
})
export type ImportReport = v.InferOutput<typeof ImportReport>
export const ImportAnswer = answerOf(ImportReport)
