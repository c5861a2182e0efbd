import type { Pool } from 'pg'
import { ago, type Finding, ok, warning } from './finding.ts'

const HOUR_MS = 3_600_000
const OLD_HOURS = 36
/** A weekly rehearsal, and a day of slack. */
const UNPROVEN_DAYS = 8

/**
 * Checks the last backup, and the age of the newest one that passed a rehearsal: rehearsing an old file
 * proves nothing about later ones.
 */
export async function checkBackups(db: Pick<Pool, 'query'>, now: Date): Promise<Finding[]> {
  const there = await db.query(`SELECT to_regclass('public.audit_log') IS NOT NULL AS there`)
  if (!there.rows[0].there) return []
  const { rows } = await db.query<{ taken: Date | null; verified: Date | null }>(
    `SELECT max(at) FILTER (WHERE action = 'backup.taken') AS taken,
            max(least(at, subject_id::timestamptz)) FILTER (WHERE action = 'backup.verified') AS verified
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
        `The last backup that was restored for a test is ${ago(verified, now)} old.`,
        'Run npm run restore -- --verify, with the newest file where it is not in DATA_DIR/backups.',
      ),
    )
  } else findings.push(ok('Restore', `A backup of ${ago(verified, now)} ago was restored for a test.`))
  return findings
}

/** Checks whether a found backup can be read. */
export function checkEncryption({ backupPublicKey }: { backupPublicKey?: string | undefined }): Finding {
  return ok(
    'Backup',
    backupPublicKey === undefined
      ? 'They are not encrypted: BACKUP_PUBLIC_KEY is not set. Keep them as you keep the database.'
      : 'They are encrypted; look once a month that the private key is where it should be.',
  )
}
