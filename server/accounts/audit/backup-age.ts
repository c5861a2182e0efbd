import type { Pool } from 'pg'
import { raiseAlarm } from './alarms.ts'

/** A day, and two hours for a backup that takes its time. */
const OLD_HOURS = 26

/**
 * Raises an alarm when the last backup is older than a day, by the database's clock. Where Enamel's own backup was
 * never used nothing is raised, since another may be: `npm run doctor` says that there is none.
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
