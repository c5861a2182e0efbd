import type { Pool } from 'pg'
import { ago, type Finding, ok, warning } from './finding.ts'

const HOUR_MS = 3_600_000
const OLD_HOURS = 36
/** A rehearsal a week, and a day for the one who does it. */
const UNPROVEN_DAYS = 8

/** When the last backup was made and when one was last restored for a test, by the audit log. */
export async function checkBackups(db: Pick<Pool, 'query'>, now: Date): Promise<Finding[]> {
  const there = await db.query(`SELECT to_regclass('public.audit_log') IS NOT NULL AS there`)
  if (!there.rows[0].there) return []
  const { rows } = await db.query<{ taken: Date | null; verified: Date | null }>(
    `SELECT max(at) FILTER (WHERE action = 'backup.taken') AS taken,
            max(at) FILTER (WHERE action = 'backup.verified') AS verified
     FROM audit_log WHERE subject_kind = 'backup'`,
  )
  const [{ taken, verified }] = rows as [(typeof rows)[0]]
  if (taken === null) {
    return [
      warning(
        'Backup',
        'None was ever made.',
        'Run npm run backup, every night, and keep it on another machine.',
      ),
    ]
  }
  const age = `The last one was made ${ago(taken, now)} ago.`
  const findings =
    now.getTime() - taken.getTime() > OLD_HOURS * HOUR_MS
      ? [warning('Backup', age, 'See why there was none since: npm run backup.')]
      : [ok('Backup', age)]
  if (verified === null) {
    findings.push(
      warning(
        'Restore',
        'No backup was ever restored for a test.',
        'Run npm run restore -- --verify, every week.',
      ),
    )
  } else if (now.getTime() - verified.getTime() > UNPROVEN_DAYS * 24 * HOUR_MS) {
    findings.push(
      warning(
        'Restore',
        `A backup was last restored for a test ${ago(verified, now)} ago.`,
        'Run npm run restore -- --verify.',
      ),
    )
  } else findings.push(ok('Restore', `A backup was restored for a test ${ago(verified, now)} ago.`))
  return findings
}
