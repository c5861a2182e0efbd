import type { ClientBase } from 'pg'
import { sqlFunction } from '../../platform/db/sql-function.ts'
import { TIME_FREED } from '../visits/time-freed.ts'

/** Books, as one statement. */
export const BOOK = sqlFunction(new URL('./book-appointment.sql', import.meta.url), 'book-appointment')
/** Moves, as one statement. */
export const MOVE = sqlFunction(new URL('./move-appointment.sql', import.meta.url), 'move-appointment')

/** All that each start brings into the database, by what they do: noting what became free, for a move too. */
const FUNCTIONS = { book: BOOK, move: MOVE, offer: TIME_FREED }

/** Brings the functions that book and move into a database, or up to date there. */
export const APPOINTMENT_FUNCTIONS = Object.values(FUNCTIONS)
  .map(({ source }) => source)
  .join('\n')

/** What a database has no function for; null: it has all of them. */
export async function missingFunction(db: Pick<ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await db.query<{ proname: string }>(
    'SELECT proname FROM pg_proc WHERE proname = ANY ($1)',
    [Object.values(FUNCTIONS).map(({ name }) => name)],
  )
  const missing = Object.entries(FUNCTIONS).find(([, { name }]) => !rows.some((row) => row.proname === name))
  return missing?.[0] ?? null
}

/** What the functions return: done, with what is answered, or why nothing was written. */
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
