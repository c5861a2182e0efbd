import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { addMonths, isOfferHour } from '../../../domain/waiting-list.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { COMPARABLE } from '../../patients/records/no-shows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { locked } from '../changes/change.ts'
import { recallJobsFrom } from './queue.ts'

type Change = { staffId: string; reach: Reach; now: Date; timeZone: string }

export type RecallOutcome = { kind: 'set'; months: number | null } | { kind: 'unknown' | 'visit_state' }

/**
 * Sets the months until the patient of an appointment is recalled; null: no recall. For an appointment that is done, or
 * has begun at least; one whose invitation was sent stays as it is.
 */
export function setRecall(
  pool: Pool,
  appointmentId: string,
  months: number | null,
  { staffId, reach, now, timeZone }: Change,
): Promise<RecallOutcome> {
  return inTransaction<RecallOutcome>(pool, async (client) => {
    const visit = await locked(client, appointmentId)
    if (!visit || !reachesVisit(reach, visit)) return { kind: 'unknown' }
    const hasBeen = visit.visit === 'done' || (visit.visit === 'in_chair' && visit.startsAt <= now)
    if (visit.status === 'cancelled' || !hasBeen) return { kind: 'visit_state' }
    const { rowCount } =
      months === null
        ? await client.query('DELETE FROM recalls WHERE appointment_id = $1 AND settled_at IS NULL', [
            visit.id,
          ])
        : await client.query(
            `INSERT INTO recalls (appointment_id, months, due_on, created_at, created_by) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (appointment_id) DO UPDATE SET months = $2, due_on = $3, created_at = $4, created_by = $5
             WHERE recalls.settled_at IS NULL AND recalls.months <> $2`,
            [visit.id, months, addMonths(clinicDate(visit.startsAt, timeZone), months), now, staffId],
          )
    if (rowCount === 1) {
      await audit(client, {
        staffId,
        action: 'appointment.recall',
        subject: { kind: 'appointment', id: visit.id },
        details: { months },
      })
    }
    return { kind: 'set', months }
  })
}

/** Records of the same person as patient `me`: merged ones, and those of the same name with a shared contact. Each by index. */
const SAME_PERSON = `
  SELECT me.id UNION SELECT me.joined_to WHERE me.joined_to IS NOT NULL
  UNION SELECT id FROM patients WHERE joined_to = coalesce(me.joined_to, me.id)
  UNION SELECT id FROM patients p WHERE p.email_key = nullif(me.email_key, '') AND ${COMPARABLE('p')} = ${COMPARABLE('me')}
  UNION SELECT id FROM patients p WHERE p.phone_e164 = me.phone_e164 AND ${COMPARABLE('p')} = ${COMPARABLE('me')}`

/** Recalls sent at once; the next minute has the next ones. */
const AT_ONCE = 100

/**
 * Sends the recalls that are due, during the hours for offers, without patients who have a future appointment by then.
 * Several processes may do so at once.
 * @returns how many were sent
 */
export async function sweepRecalls(
  { pool, clinic }: { pool: Pool; clinic: Pick<Clinic, 'timeZone'> },
  now: Date,
): Promise<number> {
  if (!isOfferHour(now, clinic.timeZone)) return 0
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; isExpected: boolean }>(
      `WITH due AS (
         SELECT appointment_id FROM recalls WHERE settled_at IS NULL AND due_on <= $2
         ORDER BY due_on, appointment_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
       UPDATE recalls SET settled_at = $1 FROM due WHERE recalls.appointment_id = due.appointment_id
       RETURNING recalls.appointment_id AS id, EXISTS (
         SELECT FROM appointments was JOIN patients me ON me.id = was.patient_id
         CROSS JOIN LATERAL (${SAME_PERSON}) AS same
         CROSS JOIN LATERAL (
           SELECT FROM appointments WHERE patient_id = same.id AND status <> 'cancelled' AND starts_at > $1 OFFSET 0) AS a
         WHERE was.id = recalls.appointment_id) AS "isExpected"`,
      [now, clinicDate(now, clinic.timeZone)],
    )
    const invited = rows.filter(({ isExpected }) => !isExpected).map(({ id }) => id)
    await client.query(recallJobsFrom('unnest($1::uuid[]) AS visit (id)'), [invited])
    return invited.length
  })
}
