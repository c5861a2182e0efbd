/**
 * The SQL of a booking, as prepared statements. They are written out because one booking is one
 * transaction of three round trips (docs/decisions/004): Drizzle's builder would plan them anew each time.
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

/** The first answer under a key, for 24 hours. */
export const FIRST_ANSWER = {
  name: 'booking-first-answer',
  text: `SELECT request_hash AS "requestHash", answer FROM idempotency_keys
         WHERE key = $1 AND created_at > now() - interval '24 hours'`,
}

/** Which of some doctors have an appointment inside [from, to); it reads the index of the exclusion constraint. */
export const BUSY_DOCTORS = {
  name: 'booking-busy-doctors',
  text: `SELECT doctor.id AS "doctorId" FROM unnest($1::text[]) AS doctor(id)
         WHERE EXISTS (SELECT FROM appointments
                       WHERE doctor_id = doctor.id AND status <> 'cancelled'
                         AND tstzrange(starts_at, ends_at, '[)') && tstzrange($2, $3, '[)'))`,
}

/** How many open appointments in the future an email or a phone number has. */
export const OPEN_APPOINTMENTS = {
  name: 'booking-open-appointments',
  text: `SELECT count(*)::int AS open
         FROM (SELECT id FROM patients WHERE email_key = $1
               UNION SELECT id FROM patients WHERE phone_e164 = $2) AS contact
         JOIN appointments ON appointments.patient_id = contact.id
         WHERE appointments.status = 'open' AND appointments.starts_at > $3`,
}

/**
 * Claims the key and takes the slot, both or neither: a key that is taken inserts nothing, and `booked` is 0
 * when another booking has the doctor's time. It waits for a running booking of the same key or slot.
 */
export const TAKE_SLOT = {
  name: 'booking-take-slot',
  text: `WITH claimed AS (
           INSERT INTO idempotency_keys (key, request_hash, answer) VALUES ($1, $2, $3)
           ON CONFLICT (key) DO UPDATE SET request_hash = $2, answer = $3, created_at = now()
             WHERE idempotency_keys.created_at <= now() - interval '24 hours'
           RETURNING key
         ), booked AS (
           INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                     service_text, appointment_type, tariff, starts_at, ends_at, complaint)
           SELECT $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 FROM claimed
           ON CONFLICT DO NOTHING
           RETURNING id
         ), person AS (
           INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender,
                                 nationality, address, age, age_given_on)
           SELECT $6, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27 FROM booked
         )
         SELECT (SELECT count(*)::int FROM claimed) AS claimed, (SELECT count(*)::int FROM booked) AS booked`,
}
