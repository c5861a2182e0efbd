import type { ClientBase } from 'pg'
import { recordFunction } from '../../platform/db/sql-function.ts'
import { TIME_FREED } from '../visits/time-freed.ts'

/** Argument of the booking function, as the type in its file; null is unknown or false. */
export type BookingRecord = {
  key: string
  request_hash: string
  answer: object
  appointment_id: string
  reference: string
  doctor_ids: readonly string[]
  doctor_chosen: boolean
  location: string
  service_id: string | null
  service_text: string
  appointment_type: string
  tariff: number | null
  starts_at: Date
  ends_at: Date
  status: string
  complaint: string
  language: string
  registered: boolean
  patient_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  email_key: string | null
  phone: string | null
  phone_e164: string | null
  gender: string | null
  nationality: string | null
  address: string | null
  age: number | null
  age_given_on: string | null
  guardian: string | null
  consent_text: string | null
  open_limit: number | null
  caller: string | null
  proven: boolean
  override: boolean
  now: Date
  blockers: number | null
  booked_by: string | null
  at_desk: boolean
  channel: string
  reachable: boolean
  waiting_since: Date | null
  urgent: boolean
  overrides: readonly string[]
  overridden_blockers: object
  doctors: object
  tell_at: Date | null
  details: string
  reason: string | null
  remind_at: Date | null
}

/** The same of the moving function. */
export type MoveRecord = {
  key: string
  request_hash: string
  answer: object
  id: string
  version: number
  doctor_ids: readonly string[]
  doctors: object
  doctor_of_choice: string | null
  from_location: string
  location: string
  starts_at: Date
  ends_at: Date
  blockers: number | null
  override: boolean
  overrides: readonly string[]
  overridden_blockers: object
  tell_at: Date | null
  moved_by: string | null
  details: string
  reason: string | null
}

/** Books, as one statement. */
export const BOOK = recordFunction<BookingRecord>(
  new URL('./book-appointment.sql', import.meta.url),
  'book-appointment',
)
/** Moves, as one statement. */
export const MOVE = recordFunction<MoveRecord>(
  new URL('./move-appointment.sql', import.meta.url),
  'move-appointment',
)

/**
 * The functions that each start installs in the database, by their purpose; freed slots are recorded for a move too.
 */
const FUNCTIONS = { book: BOOK, move: MOVE, offer: TIME_FREED }

/** Brings the functions that book and move into a database, or up to date there. */
export const APPOINTMENT_FUNCTIONS = Object.values(FUNCTIONS)
  .map(({ source }) => source)
  .join('\n')

/** The function that a database lacks; null: it has all of them. */
export async function missingFunction(db: Pick<ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await db.query<{ proname: string }>(
    'SELECT proname FROM pg_proc WHERE proname = ANY ($1)',
    [Object.values(FUNCTIONS).map(({ name }) => name)],
  )
  const missing = Object.entries(FUNCTIONS).find(([, { name }]) => !rows.some((row) => row.proname === name))
  return missing?.[0] ?? null
}

/** Result of the functions: success, with the answer, or the reason why nothing was written. */
export type BookingResult =
  | 'booked'
  | 'slot_taken'
  | 'too_many_appointments'
  | 'proof_required'
  | 'same_person_same_time'
  | 'blockers_changed'
export type MoveResult =
  | 'moved'
  | 'stale_version'
  | 'slot_taken'
  | 'same_person_same_time'
  | 'blockers_changed'

/** The constraint that says so when a reference is met a second time. */
export const REFERENCE_TAKEN = 'appointments_reference'
