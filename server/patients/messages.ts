import type { Pool } from 'pg'
import type { Message } from '../../contract/patients.ts'

/** The latest ones are told of. */
const SHOWN = 20

export type StoredMessage = Omit<Message, 'at'> & { at: Date }

/**
 * What went out about some visits, or besides to a patient, and what has become of it: the latest first. Of the last days
 * alone, for jobs are forgotten some days after they were sent.
 * @param about.patient id of a record whose codes and notices count too
 */
export async function messagesAbout(
  db: Pick<Pool, 'query'>,
  { appointments, patient = null }: { appointments: readonly string[]; patient?: string | null },
): Promise<StoredMessage[]> {
  const { rows } = await db.query<StoredMessage>(
    `SELECT created_on AS at,
       CASE name WHEN 'cancellation-mail' THEN 'cancellation' WHEN 'one-time-code' THEN 'code'
                 WHEN 'appointment-told' THEN 'change' WHEN 'account-mail' THEN 'contact' ELSE 'confirmation' END AS kind,
       CASE WHEN state IN ('created', 'retry', 'active') THEN 'waiting'
            WHEN output ->> 'outcome' = 'refused' THEN 'refused'
            WHEN state <> 'completed' THEN 'failed'
            WHEN output ->> 'outcome' = 'sent' THEN 'sent' ELSE 'none' END AS outcome
     FROM pgboss.job
     WHERE name IN ('confirmation-mail', 'cancellation-mail', 'appointment-told') AND data ->> 'appointmentId' = ANY ($1)
        OR $2::uuid IS NOT NULL AND (
             name = 'one-time-code'
             AND data ->> 'challengeId' IN (SELECT c.id::text FROM challenges c WHERE c.patient_id = $2)
             OR name = 'account-mail' AND data ->> 'kind' = 'contact_changed' AND data ->> 'subjectId' = $2::text)
     ORDER BY created_on DESC LIMIT ${SHOWN}`,
    [appointments, patient],
  )
  return rows
}
