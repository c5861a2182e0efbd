import * as v from 'valibot'
import { answerOf } from './envelope.ts'

/**
 * Columns of a patients file: text/csv in UTF-8 with a head, in any order. `clinic_id`, `first_name` and
 * `last_name` are required; the others may be missing or empty. Patients are matched on `clinic_id`, so
 * importing a file again is safe.
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

export const IMPORT_BYTES_LIMIT = 50 * 1024 * 1024
/** Limited since all clinic ids are held in memory to find duplicates. */
export const IMPORT_LINES_LIMIT = 500_000
/** A report lists so many wrong lines; it counts all of them. */
export const IMPORT_ERRORS_LIMIT = 100

/** ?dryRun=1 checks the file and stores nothing. */
export const ImportPatients = v.object({ dryRun: v.optional(v.picklist(['1', '0', ''], 'invalid'), '') })

/** Lines count from 1, the head being the first. */
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
