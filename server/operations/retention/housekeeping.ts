import type { Pool } from 'pg'
import { dropOld } from '../../integrations/webhooks/deliveries.ts'
import { forgetOrphanedOptOuts } from '../../messages/opt-outs/opt-outs.ts'

/** Expired rows, by the database's clock. */
const OVER: readonly Deletion[] = [
  // Answers stored for repeated bookings (docs/decisions/003).
  { table: 'idempotency_keys', key: 'key', when: `created_at < now() - interval '24 hours'` },
  { table: 'sessions', key: 'token_hash', when: 'expires_at < now()' },
  { table: 'known_devices', key: 'token_hash', when: 'expires_at < now()' },
  { table: 'rate_limits', key: 'key', when: 'expire < (extract(epoch FROM now()) * 1000)::bigint' },
  { table: 'spent_proofs', key: 'signature', when: 'expires_at < now()' },
  { table: 'oidc_sign_ins', key: 'state_hash', when: 'expires_at < now()' },
  { table: 'factor_steps', key: 'id', when: 'expires_at < now()' },
  // Used, expired or never sent; a day longer, to explain why a link did not work.
  {
    table: 'password_resets',
    key: 'id',
    when: `expires_at < now() - interval '1 day'`,
  },
  // Codes expire in minutes; a day longer, to explain why none came.
  { table: 'challenges', key: 'id', when: `expires_at < now() - interval '1 day'` },
  {
    table: 'invitations',
    key: 'id',
    when: `coalesce(used_at, expires_at) < now() - interval '30 days'`,
  },
  // Valid until the end of the appointment's day in clinic time.
  {
    table: 'visit_links',
    key: 'token_hash',
    when: `EXISTS (SELECT FROM appointments WHERE id = appointment_id AND starts_at < now() - interval '2 days')`,
  },
  // A person added by the desk for a first appointment has a record for that entry alone. It is deleted with the entry,
  // unless it was used for a booking.
  {
    table: 'patients',
    key: 'id',
    when: `NOT verified AND id IN (SELECT patient_id FROM waiting_entries
             WHERE appointment_id IS NULL AND ended_at < now() - interval '30 days')
           AND NOT EXISTS (SELECT FROM appointments WHERE patient_id = patients.id)
           AND NOT EXISTS (SELECT FROM waiting_entries WHERE patient_id = patients.id AND ended_at IS NULL)`,
  },
  { table: 'waiting_entries', key: 'id', when: `ended_at < now() - interval '30 days'` },
  { table: 'freed_times', key: 'id', when: `ended_at < now() - interval '30 days'` },
  // Gateways deliver again within hours, and an answer counts for the last message of three days.
  { table: 'incoming_sms', key: 'message_id', when: `received_at < now() - interval '7 days'` },
  // Their deliveries go with them.
  { table: 'webhook_events', key: 'id', when: `at < now() - interval '30 days'` },
  // No longer listed. A tablet that reconnects later is unknown, which has the same effect as 'revoked'.
  { table: 'devices', key: 'id', when: `ended_at < now() - interval '30 days'` },
  { table: 'api_keys', key: 'id', when: `least(ended_at, expires_at) < now() - interval '30 days'` },
]

/** A wish for past days, or for an appointment that is over, ends. */
const WAITING_OVER = `
  UPDATE waiting_entries SET ended_at = now(), ended_as = 'over'
  WHERE ended_at IS NULL AND (to_day < current_date - 1 OR EXISTS (
    SELECT FROM appointments a WHERE a.id = appointment_id AND a.starts_at < now() - interval '1 day'))`

/** Safe on several servers at once. */
export async function housekeeping(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(WAITING_OVER)
  await dropOld(pool)
  for (const deletion of OVER) await deleteInPortions(pool, deletion)
  await forgetCallers(pool)
  await forgetOrphanedOptOuts(pool)
}

const CALLERS_PORTION = 5_000

/** Deletes the origin of strangers' bookings after a week. Each hour has the few that have just become older. */
async function forgetCallers(pool: Pick<Pool, 'query'>): Promise<void> {
  let forgotten: number
  do {
    const { rowCount } = await pool.query(
      `UPDATE appointments SET caller = NULL WHERE id IN
         (SELECT id FROM appointments WHERE created_at < now() - interval '7 days'
            AND created_at > now() - interval '14 days' AND caller IS NOT NULL
          LIMIT ${CALLERS_PORTION} FOR UPDATE SKIP LOCKED)`,
    )
    forgotten = rowCount ?? 0
  } while (forgotten === CALLERS_PORTION)
}

/** Rows per statement: short locks, far under the statement timeout. */
const PORTION = 5_000

type Deletion = {
  table: string
  key: string
  /** Constant SQL, never a caller's text; `$1` and so on are `values`. */
  when: string
  values?: readonly unknown[]
}

/** Safe on several servers at once: each skips rows locked by others. */
async function deleteInPortions(
  pool: Pick<Pool, 'query'>,
  { table, key, when, values = [] }: Deletion,
): Promise<void> {
  let deleted: number
  do {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ${key} IN
         (SELECT ${key} FROM ${table} WHERE ${when} LIMIT ${PORTION} FOR UPDATE SKIP LOCKED)`,
      [...values],
    )
    deleted = rowCount ?? 0
  } while (deleted === PORTION)
}
