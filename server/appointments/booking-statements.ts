import { confirmationJobsFrom } from '../jobs/index.ts'

/**
 * The SQL of a booking, as prepared statements. They are written out because a booking is one transaction that is
 * sent at once (docs/decisions/003): Drizzle's builder would build and plan them anew each time.
 */

/** Shared with other bookings of the location, exclusive for whoever saves a blocker. Held until the transaction ends. */
export const LOCK_LOCATION = {
  name: 'booking-lock-location',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('location:' || $1, 0))`,
}

/** Two bookings of one contact take turns, so that the count of open appointments holds. */
export const LOCK_CONTACTS = {
  name: 'booking-lock-contacts',
  text: `SELECT pg_advisory_xact_lock(id)
         FROM (SELECT DISTINCT hashtextextended('contact:' || contact, 0) AS id
               FROM unnest($1::text[]) AS contact ORDER BY id) AS ids`,
}

/** The first doctor of a list, in its order, who has no appointment inside [from, to); read from the exclusion's index. */
const freeDoctor = (ids: string, from: string, to: string) => `
  SELECT doctor.id FROM unnest(${ids}::text[]) WITH ORDINALITY AS doctor(id, turn)
  WHERE NOT EXISTS (SELECT FROM appointments
                    WHERE doctor_id = doctor.id AND status <> 'cancelled'
                      AND tstzrange(starts_at, ends_at, '[)') && tstzrange(${from}, ${to}, '[)'))
  ORDER BY turn LIMIT 1`

/** How many open appointments in the future an email address or a phone number has. */
const openAppointments = (emailKey: string, phoneE164: string, now: string) => `
  SELECT count(*)::int
  FROM (SELECT id FROM patients WHERE email_key = ${emailKey}
        UNION SELECT id FROM patients WHERE phone_e164 = ${phoneE164}) AS contact
  JOIN appointments ON appointments.patient_id = contact.id
  WHERE appointments.status = 'open' AND appointments.starts_at > ${now}`

/**
 * Takes the slot and, only if that succeeds, claims the key, stores the patient and asks for the confirmation:
 * `booked` is 1, or 0 with nothing written. It waits for a running booking of the same slot or key; a key that
 * turns out to be taken fails the whole statement (KEY_TAKEN).
 */
const takeSlot = (condition: string) => `
         WITH doctor AS (
           SELECT id FROM (${freeDoctor('$7', '$14', '$15')}) AS free ${condition}
         ), booked AS (
           INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                     service_text, appointment_type, tariff, starts_at, ends_at, complaint)
           SELECT $4, $5, $6, doctor.id, $8, $9, $10, $11, $12, $13, $14, $15, $16 FROM doctor
           ON CONFLICT DO NOTHING
           RETURNING id
         ), claimed AS (
           INSERT INTO idempotency_keys (key, request_hash, answer) SELECT $1, $2, $3 FROM booked
         ), person AS (
           INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender,
                                 nationality, address, age, age_given_on)
           SELECT $6, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27 FROM booked
         ), job AS (
           ${confirmationJobsFrom('booked')}
         )
         SELECT count(*)::int AS booked FROM booked`

export const TAKE_SLOT = { name: 'booking-take-slot', text: takeSlot('') }

/** The same while the contact has fewer open appointments than allowed; a statement of its own, which is planned once. */
export const TAKE_SLOT_WITHIN_LIMIT = {
  name: 'booking-take-slot-within-limit',
  text: takeSlot(`WHERE (${openAppointments('$20', '$22', '$28')}) < $29`),
}

/** The constraint that says so when a key is claimed twice. */
export const KEY_TAKEN = 'idempotency_keys_pkey'

/** Why a slot could not be taken: the first answer under the key, open appointments of the contact, whoever is free. */
export const WHY_NOT = {
  name: 'booking-why-not',
  text: `SELECT (SELECT jsonb_build_object('requestHash', request_hash, 'answer', answer) FROM idempotency_keys
                 WHERE key = $1 AND created_at > now() - interval '24 hours') AS first,
                (${openAppointments('$2', '$3', '$4')}) AS open,
                (${freeDoctor('$5', '$6', '$7')}) AS "freeDoctor"`,
}

/** Makes room for a key whose first use is more than 24 hours ago. */
export const FORGET_KEY = {
  name: 'booking-forget-key',
  text: `DELETE FROM idempotency_keys WHERE key = $1 AND created_at <= now() - interval '24 hours'`,
}
