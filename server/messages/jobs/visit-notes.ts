import type { Pool, PoolClient } from 'pg'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { TELL_AFTER_MS } from './change-notice-job.ts'
import { type VisitNote, visitNoteJobsFrom } from './visit-note-job.ts'

/** Notes that one person may queue. */
export const VISIT_NOTES_LIMIT = {
  name: 'patients-told',
  uses: 120,
  perSeconds: 3_600,
  message: "You've messaged a lot of patients. Please continue in {minutes} minutes.",
}

/** Limit of delay messages about one appointment; after that the desk calls. */
const MOST_DELAYS = 5

/** Of messages `m` to the patient of the appointment `a`: those that were sent, may have been, or will be. */
const SAID = `m.appointment_id = a.id AND m.kind = $2 AND m.starts_at = a.starts_at
  AND m.state IN ('waiting', 'claimed', 'sent', 'unknown')`

type VisitNoteRequest = {
  note: VisitNote
  /**
   * Distinguishes this message from others of its kind: the same one is never sent twice, and of delays not in a row.
   */
  step: string
  appointmentIds: readonly string[]
  staffId: string
  now: Date
  entry: { action: AuditAction; subject: { kind: string; id: string } }
}

/**
 * Queues messages, each once: about a closure a minute later, so that one that is undone at once is never announced. A
 * pending or delivered message is not sent again; a refused one is. A changed delay is announced again, `MOST_DELAYS`
 * times at most.
 * @returns the appointments whose patients have been notified before or will be now
 */
export function queueVisitNotes(
  pool: Pool,
  { note, step, appointmentIds, staffId, now, entry }: VisitNoteRequest,
): Promise<string[]> {
  const due = new Date(now.getTime() + (note.about === 'closure' ? TELL_AFTER_MS : 0))
  return inTransaction(pool, async (client) => {
    // Two who press at the same time take turns.
    await client.query('SELECT FROM appointments WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [
      appointmentIds,
    ])
    const isDelay = note.about === 'late'
    const { rows } = await client.query<{ id: string; isTold: boolean }>(
      `SELECT a.id, coalesce(said."isTold", false) AS "isTold" FROM appointments a
       CROSS JOIN LATERAL (
         SELECT CASE WHEN $4 THEN (array_agg(m.step ORDER BY m.created_at DESC))[1] = $3
                     ELSE bool_or(m.step = $3) END AS "isTold", count(*) AS times
         FROM messages m WHERE ${SAID}) AS said
       WHERE a.id = ANY ($1) AND (said."isTold" OR NOT $4 OR said.times < ${MOST_DELAYS}) ORDER BY a.id`,
      [appointmentIds, note.about, step, isDelay],
    )
    const untold = rows.filter(({ isTold }) => !isTold).map(({ id }) => id)
    const { rowCount } = await client.query(
      `WITH noted AS (
         INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, created_at, due_at, state)
         SELECT gen_random_uuid(), a.id, $2::text, $3::text, a.starts_at, a.version, $4, $6, 'waiting' FROM appointments a
         WHERE a.id = ANY ($1)
         RETURNING id, appointment_id, starts_at, due_at)
       ${visitNoteJobsFrom(`(SELECT id, due_at AS due, jsonb_build_object('kind', 'note', 'appointmentId', appointment_id::text,
           'step', $3::text, 'startsAt', starts_at, 'note', $5::jsonb) AS data FROM noted) AS asked`)}`,
      [untold, note.about, step, now, JSON.stringify(note), due],
    )
    if (rowCount) await audit(client, { staffId, ...entry, details: { patients: rowCount } })
    return rows.map(({ id }) => id)
  })
}

/**
 * Tells patients who were or may have been notified of a closure that their appointment takes place: a minute later, as
 * a closure is often undone to be made again. A pending message about it is not sent, once the closure is gone.
 * @param client in the transaction that deletes the closure
 */
export async function queueStandsNotes(client: PoolClient, closureId: string, now: Date): Promise<void> {
  await client.query(
    `WITH noted AS (
       INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, created_at, due_at, state)
       SELECT DISTINCT ON (a.id) gen_random_uuid(), a.id, 'stands', m.step, a.starts_at, a.version, $2::timestamptz, $3::timestamptz, 'waiting'
       FROM messages m JOIN appointments a ON a.id = m.appointment_id AND a.starts_at = m.starts_at
       WHERE m.kind = 'closure' AND m.step = $1 AND m.state IN ('claimed', 'sent', 'unknown')
         AND a.status <> 'cancelled' AND a.visit IS NULL AND a.starts_at > $2
       RETURNING id, appointment_id, starts_at, due_at)
     ${visitNoteJobsFrom(`(SELECT id, due_at AS due, jsonb_build_object('kind', 'note', 'appointmentId', appointment_id::text,
         'step', $1::text, 'startsAt', starts_at, 'note', '{"about":"stands"}'::jsonb) AS data FROM noted) AS asked`)}`,
    [closureId, now, new Date(now.getTime() + TELL_AFTER_MS)],
  )
}
