import { readFileSync } from 'node:fs'

/** Brings the function that books into a database, or up to date there. */
export const BOOKING_FUNCTION = readFileSync(new URL('./book-appointment.sql', import.meta.url), 'utf8')

const HEAD = /^CREATE OR REPLACE FUNCTION (\w+)\(([^)]*)\)/m.exec(BOOKING_FUNCTION)
if (!HEAD) throw new Error('book-appointment.sql has no function to call.')
export const BOOKING_FUNCTION_NAME = HEAD[1] as string
/** The names of its parameters, in their order. */
export const BOOKING_PARAMETERS: readonly string[] = [...(HEAD[2] as string).matchAll(/\bp_\w+/g)].map(
  ([name]) => name,
)

/** What the function returns: 'booked', or why nothing was written. */
export type BookingResult = 'booked' | 'slot_taken' | 'too_many_appointments' | 'blockers_changed'

/** The constraints that say so when a key is claimed twice, and when a reference is met a second time. */
export const KEY_TAKEN = 'idempotency_keys_pkey'
export const REFERENCE_TAKEN = 'appointments_reference'

const CALL = {
  name: 'book-appointment',
  text: `SELECT ${BOOKING_FUNCTION_NAME}(${BOOKING_PARAMETERS.map((name, i) => `${name} => $${i + 1}`)}) AS result`,
}

/**
 * The prepared call of the function.
 * @param args one for each of its parameters, by name
 * @throws Error when one is missing or is no parameter: a slip of the code, which the first booking of a test meets
 */
export function bookingCall(args: Readonly<Record<string, unknown>>) {
  const wrong = BOOKING_PARAMETERS.filter((name) => !(name in args))
  if (wrong.length > 0 || Object.keys(args).length !== BOOKING_PARAMETERS.length) {
    throw new Error(
      `The call does not fit book-appointment.sql: ${wrong.join(', ') || 'an argument too many'}`,
    )
  }
  return { ...CALL, values: BOOKING_PARAMETERS.map((name) => args[name]) }
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
