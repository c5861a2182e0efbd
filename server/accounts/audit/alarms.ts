import type { Pool } from 'pg'
import { alarmMailJobsFrom } from '../mails/queue.ts'
import type { AuditAction } from './actions.ts'
import { type Details, storedDetails } from './details.ts'

type Telling = {
  /** Maximum frequency about the same person. */
  once: 'hour' | 'day'
  /** Whether the person concerned is excluded from the recipients. */
  others?: boolean
}

/** Alarms that admins get at once. */
const ALARMS = {
  failed_sign_ins: { once: 'hour' },
  mass_reads: { once: 'hour' },
  export: { once: 'hour' },
  new_admin: { once: 'hour', others: true },
  flood: { once: 'hour' },
  backup_old: { once: 'day' },
  webhook_off: { once: 'hour' },
} satisfies Record<string, Telling>
export type AlarmKind = keyof typeof ALARMS

export type Alarm = {
  kind: AlarmKind
  /** The staff member or the webhook concerned; null: none in particular. */
  about: string | { webhook: string } | null
  details?: Details
}

/**
 * Writes an alarm into the audit trail and queues a mail to each active admin, at most once per kind, person and hour
 * (a late backup: once a day), whichever process raises it. In a transaction it is sent with its commit.
 * @returns whether it was the first
 */
export async function raiseAlarm(
  db: Pick<Pool, 'query'>,
  { kind, about, details = {} }: Alarm,
): Promise<boolean> {
  const { once, others = false }: Telling = ALARMS[kind]
  const subject = subjectOf(about)
  const { rows } = await db.query<{ first: boolean }>(RAISE, [
    `alarm.${kind}` satisfies AuditAction,
    subject.kind,
    subject.id,
    storedDetails({ by: 'server', ...details }),
    `alarm ${kind} ${subject.id}`,
    once,
    others,
  ])
  return rows[0]?.first ?? false
}

function subjectOf(about: Alarm['about']): { kind: string; id: string } {
  if (about === null) return { kind: 'clinic', id: 'all' }
  return typeof about === 'string' ? { kind: 'staff', id: about } : { kind: 'webhook', id: about.webhook }
}

const RAISE = `
  WITH alarm AS (
    INSERT INTO audit_log (action, subject_kind, subject_id, details, once)
    VALUES ($1, $2, $3, $4, $5 || ' ' || date_trunc($6, now() AT TIME ZONE 'UTC')::text)
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING RETURNING id
  ), told AS (
    ${alarmMailJobsFrom(`(SELECT alarm.id AS alarm, staff.id FROM alarm CROSS JOIN staff
                          WHERE staff.type = 'admin' AND staff.disabled_at IS NULL
                          AND NOT ($7 AND staff.id::text = $3)) AS admins`)}
  )
  SELECT EXISTS (SELECT FROM alarm) AS first`

/** A day, and two hours for a backup that takes its time. */
const OLD_HOURS = 26

/**
 * Raises an alarm when the last backup is older than a day, by the database's clock. Where Enamel's own backup was
 * never used it raises none, since another may be: `npm run doctor` says that there is none.
 */
export async function watchBackups(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ hours: number | null }>(
    `SELECT floor(extract(epoch FROM now() - max(at)) / 3600)::int AS hours
     FROM audit_log WHERE subject_kind = 'backup' AND action = 'backup.taken'`,
  )
  const hours = rows[0]?.hours ?? 0
  if (hours < OLD_HOURS) return
  await raiseAlarm(pool, { kind: 'backup_old', about: null, details: { hours } })
}
