import type { PoolClient } from 'pg'
import type { ClinicLocation } from '../../../domain/clinic.ts'
import { clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { DEFAULT_MINUTES } from '../../../domain/services.ts'

const WAITING_SINCE_MINUTES = 18

/** A patient in the waiting room of a location without a slot. */
export type Waiting = {
  id: string
  reference: string
  patientId: string
  doctorId: string
  location: ClinicLocation['code']
}

/**
 * Seeds the side of the day at each location: a walk-in without a slot, three patients to be called, and two past
 * appointments without an outcome.
 * @param seenAt when staff last looked at the bell, for whom none of this is new
 */
export async function seedDaySide(
  client: Pick<PoolClient, 'query'>,
  waiting: readonly Waiting[],
  { now, seenAt, timeZone }: { now: Date; seenAt: Date; timeZone: string },
): Promise<void> {
  const midnight = toInstant(clinicDate(now, timeZone), '00:00', timeZone)
  const since = new Date(Math.max(midnight.getTime(), now.getTime() - WAITING_SINCE_MINUTES * 60_000))
  await client.query(STORE_WAITING, [JSON.stringify(waiting), since, seenAt])
  await client.query(FORGET_OUTCOMES, [now])
  await client.query(LIST_CALLS, [now])
}

const STORE_WAITING = `
  INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
                            starts_at, ends_at, status, complaint, channel, waiting_since, urgent, created_at)
  SELECT id, reference, "patientId", "doctorId", false, location, 'Consultation', 'consultation',
         date_trunc('minute', $2::timestamptz), date_trunc('minute', $2::timestamptz) + interval '${DEFAULT_MINUTES} minutes',
         'confirmed', 'A crown has come off.', 'walk_in', $2, true, $3
  FROM json_to_recordset($1) AS walk_in (id uuid, reference text, "patientId" uuid, "doctorId" text, location text)`

/** The last past appointment of each location, and the second before it; no-shows stay. */
const FORGET_OUTCOMES = `
  UPDATE appointments SET visit = NULL, arrived_at = NULL, in_chair_at = NULL, done_at = NULL, no_show_at = NULL
  FROM (SELECT id, row_number() OVER (PARTITION BY location ORDER BY ends_at DESC, id) AS n
        FROM appointments WHERE ends_at <= $1 AND waiting_since IS NULL AND visit IS DISTINCT FROM 'no_show') AS over
  WHERE over.id = appointments.id AND over.n IN (1, 3)`

/** Some of the next appointments of each location: two booked by the desk, and one moved by it. */
const LIST_CALLS = `
  WITH next AS (
    SELECT id, row_number() OVER (PARTITION BY location ORDER BY starts_at, id) AS n
    FROM appointments WHERE starts_at > $1),
  called AS (
    UPDATE appointments SET channel = CASE WHEN n = 4 THEN channel ELSE 'phone' END, moved = CASE WHEN n = 4 THEN 1 ELSE 0 END,
      told = CASE WHEN n = 4 THEN told END
    FROM next WHERE next.id = appointments.id AND n IN (2, 4, 7)
    RETURNING appointments.id, n)
  INSERT INTO todos (kind, appointment_id, created_at)
  SELECT CASE WHEN n = 4 THEN 'move_not_sent' ELSE 'booking_not_sent' END, id, $1::timestamptz - n * interval '9 minutes'
  FROM called`
