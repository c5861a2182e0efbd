import { readFileSync } from 'node:fs'

/** Brings the function that books into a database, or up to date there. */
export const BOOKING_FUNCTION = readFileSync(new URL('./book-appointment.sql', import.meta.url), 'utf8')
export const BOOKING_FUNCTION_NAME = /^CREATE OR REPLACE FUNCTION (\w+)/m.exec(BOOKING_FUNCTION)?.[1] ?? ''

/** What the function returns: 'booked', or why nothing was written. */
export type BookingResult = 'booked' | 'slot_taken' | 'too_many_appointments' | 'blockers_changed'

/** The constraints that say so when a key is claimed twice, and when a reference is met a second time. */
export const KEY_TAKEN = 'idempotency_keys_pkey'
export const REFERENCE_TAKEN = 'appointments_reference'

/** The prepared call of the function with these arguments, by the names of its parameters. */
export function bookingCall(args: Record<`p_${string}`, unknown>) {
  const named = Object.keys(args).map((name, i) => `${name} => $${i + 1}`)
  return {
    name: 'book-appointment',
    text: `SELECT ${BOOKING_FUNCTION_NAME}(${named.join(', ')}) AS result`,
    values: Object.values(args),
  }
}

/** The first answer under a key, for 24 hours. */
export const FIRST_ANSWER = {
  name: 'booking-first-answer',
  text: `SELECT request_hash AS "requestHash", answer FROM idempotency_keys
         WHERE key = $1 AND created_at > now() - interval '24 hours'`,
}

/** Makes room for a key whose first use is more than 24 hours ago. */
export const FORGET_KEY = {
  name: 'booking-forget-key',
  text: `DELETE FROM idempotency_keys WHERE key = $1 AND created_at <= now() - interval '24 hours'`,
}
