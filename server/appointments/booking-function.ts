import { sqlFunction } from '../db/sql-function.ts'

/** Books, as one statement. */
export const BOOK = sqlFunction(new URL('./book-appointment.sql', import.meta.url), 'book-appointment')
/** Moves, as one statement. */
export const MOVE = sqlFunction(new URL('./move-appointment.sql', import.meta.url), 'move-appointment')

/** Brings the functions that book and move into a database, or up to date there. */
export const APPOINTMENT_FUNCTIONS = [BOOK, MOVE].map(({ source }) => source).join('\n')

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
