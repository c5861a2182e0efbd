import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Retention } from '../../../domain/clinic.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { anonymise } from '../../patients/records/anonymise.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { removeMessagesBefore } from '../personal-data/outbox-messages.ts'
import { noteRun } from './steady-clock-run.ts'

/** Appointments per transaction: short locks. */
const PORTION = 500
/** Audit entries per transaction. */
const ENTRIES = 5_000

export type RetentionParts = {
  pool: Pool
  retention: Retention | undefined
  /** The folder of unsent mails and SMS. */
  outbox: string
  now: Date
}

/**
 * Runs `retire`, unless a clock has jumped: erasing is final.
 * @param now this process's clock
 */
export async function retireOnSteadyClock({
  log,
  ...parts
}: RetentionParts & { log: Pick<Logger, 'error'> }): Promise<void> {
  const now = await earlierClock(parts.pool, parts.now)
  if (await noteRun(parts.pool, now)) await retire({ ...parts, now })
  else if (parts.retention) log.error('retention waits for a week, since the clock has jumped: is it right?')
}

/**
 * Anonymises appointments past the retention period, as erasing does, and deletes old audit entries. Safe on
 * several servers at once: each skips rows locked by others. Sends no events, since no screen shows data that
 * old.
 */
export async function retire({ pool, retention, outbox, now }: RetentionParts): Promise<void> {
  if (!retention) return
  const { visitorsMonths, registeredMonths, auditMonths } = retention
  for (const [whose, months] of [
    ['visitors', visitorsMonths],
    ['registered', registeredMonths],
  ] as const) {
    if (months === null) continue
    const before = monthsBefore(now, months)
    while ((await anonymiseOld(pool, whose, before)) === PORTION);
    // The outbox has copies of sent messages, so all old ones are deleted.
    await removeMessagesBefore(outbox, before)
  }
  if (auditMonths !== null) {
    const before = monthsBefore(now, auditMonths)
    while ((await retireEntries(pool, before)) === ENTRIES);
  }
}

/**
 * Deletes audit entries by the one function that may, which adds an entry about it.
 * @returns the number in this portion
 */
async function retireEntries(pool: Pick<Pool, 'query'>, before: Date): Promise<number> {
  const { rows } = await pool.query<{ deleted: number }>('SELECT audit_log_retire($1, $2) AS deleted', [
    before,
    ENTRIES,
  ])
  return rows[0]?.deleted ?? 0
}

/**
 * The earlier of this process's clock and the database's: erasing is final, and a clock that is ahead would
 * erase too much.
 */
export async function earlierClock(pool: Pick<Pool, 'query'>, now: Date): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT least(now(), $1::timestamptz) AS now', [now])
  return rows[0]?.now ?? now
}

/** In UTC; the last day when the month lacks the day. */
function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay))
  return then
}

/** @returns the number in this portion */
function anonymiseOld(pool: Pool, whose: 'visitors' | 'registered', before: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; patientId: string }>(
      `SELECT a.id, a.patient_id AS "patientId" FROM appointments a JOIN patients p ON p.id = a.patient_id
       WHERE a.starts_at < $1 AND a.patient_id <> $2 AND p.verified = $3
       LIMIT ${PORTION} FOR UPDATE OF a SKIP LOCKED`,
      [before, ERASED_PATIENT_ID, whose === 'registered'],
    )
    if (rows.length === 0) return 0
    await anonymise(
      client,
      rows.map(({ id }) => id),
    )
    // A visitor's record belongs to one booking; a registered patient's is the clinic's own.
    await client.query(
      `DELETE FROM patients WHERE id = ANY($1) AND NOT verified
         AND NOT EXISTS (SELECT FROM appointments WHERE patient_id = patients.id)`,
      [rows.map(({ patientId }) => patientId)],
    )
    await audit(client, {
      staffId: null,
      action: 'appointments.anonymised',
      subject: { kind: 'retention', id: whose },
      details: { by: 'retention', appointments: rows.length, before: before.toISOString() },
    })
    return rows.length
  })
}
