import type { ClientBase } from 'pg'
import { MIGRATION_LOCK } from '../../platform/db/migration-lock.ts'
import { createSetupPool } from '../../platform/db/pool.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { prepareQueues } from '../../platform/queue/prepare.ts'
import { QUEUES } from '../set-up/queues.ts'
import { matchesSum } from './backup-file.ts'
import { ownConnection } from './connection.ts'
import type { Foot, Head } from './file-format.ts'
import { loadBackup, refuseOtherLevel } from './load.ts'
import { readBackup } from './read.ts'

export type Backup = { file: string; head: Head; foot: Foot; rows: number; privateKey?: string | undefined }

/**
 * Verifies a whole backup before any database is touched.
 * @throws Refused with a sentence when it is damaged, cut off, or from a newer Enamel
 */
export async function checkedBackup(file: string, privateKey?: string): Promise<Backup> {
  await matchesSum(file)
  const { head, foot } = await readBackup(file, {}, privateKey)
  refuseOtherLevel(head)
  return { file, privateKey, head, foot, rows: foot.tables.reduce((sum, { rows }) => sum + rows, 0) }
}

/**
 * Restores a backup into an empty, unused database.
 * @throws Refused with a sentence when nothing was restored
 */
export async function restoreBackup(databaseUrl: string, backup: Backup): Promise<void> {
  const client = await ownConnection(databaseUrl, 'enamel-restore')
  try {
    // A server that starts now waits for this lock, and then finds all data.
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [MIGRATION_LOCK])
    if (!rows[0].free) throw new Refused(RUNNING)
    await refuseInUse(client)
    await refuseFilled(client)
    const setup = createSetupPool(databaseUrl)
    await prepareQueues(setup, QUEUES).finally(() => setup.end())
    await loadBackup(client, backup.file, backup)
  } catch (error) {
    throw explained(error)
  } finally {
    await client.end().catch(() => {})
  }
}

const RUNNING =
  'Enamel runs on this database: stop it, and restore into an empty one (another DATA_DIR, or a new database).'

/** Recognises a running server by its jobs connection: our own closed ones may still be listed. */
async function refuseInUse(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'enamel-jobs' LIMIT 1`,
  )
  if (rows.length > 0) throw new Refused(RUNNING)
}

/** Anyone's tables, except those of extensions and of an empty queue. */
const TABLES = `
  SELECT format('%s.%s', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND n.nspname NOT LIKE 'pg\\_%'
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY 1`

async function refuseFilled(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  const jobs = await client.query(`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`)
  const waiting =
    jobs.rows[0].there && (await client.query('SELECT 1 FROM pgboss.job LIMIT 1')).rows.length > 0
  if (rows.length === 0 && !waiting) return
  const what = rows.length === 0 ? 'jobs' : `${rows.length} tables already, ${rows[0]?.name} among them`
  throw new Refused(
    `The database is not empty (it has ${what}): restore into an empty one, that is another DATA_DIR or a new database.`,
  )
}

/** Codes of a full disk, violated constraints (classes 22 and 23) and a stopping server. */
function explained(error: unknown): unknown {
  const { code = '', message = '', table, constraint } = error as Error & Record<string, string | undefined>
  if (code === '53100') return new Refused("The database's disk is full. Nothing was restored.")
  // PostgreSQL's message quotes the row, which may be a patient's.
  if (/^2[23]/.test(code)) {
    const rule = [constraint, table].filter(Boolean).join(' of ')
    return new Refused(
      `The backup has rows that the tables do not take (${rule || code}). Nothing was restored.`,
    )
  }
  if (code === '42501')
    return new Refused('The user of the database may not make tables in it. Nothing was restored.')
  if (
    ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'].includes(code) ||
    message.startsWith('Connection terminated')
  ) {
    return new Refused('The database went away in the middle. Nothing was restored.')
  }
  return error
}
