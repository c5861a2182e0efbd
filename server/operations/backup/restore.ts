import { pipeline } from 'node:stream/promises'
import { type ClientBase, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { audit } from '../../accounts/audit/audit.ts'
import { APPOINTMENT_FUNCTIONS } from '../../book/booking/booking-function.ts'
import { MIGRATION_LOCK } from '../../platform/db/migration-lock.ts'
import { knownLevels, type Level, migrateUpTo } from '../../platform/db/migrations.ts'
import { createSetupPool } from '../../platform/db/pool.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { prepareQueues } from '../../platform/queue/prepare.ts'
import { QUEUES } from '../set-up/queues.ts'
import { matchesSum } from './backup-file.ts'
import { ownConnection } from './connection.ts'
import { type Foot, type Head, tableSum } from './file-format.ts'
import { readBackup } from './read.ts'
import { JOBS, quoted, type StoredTable, storedTables } from './tables.ts'
import { prepareForCopy, rowsOf } from './write.ts'

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

/**
 * Fills an empty database: tables as of the backup, its rows, then later migrations, in one transaction.
 * Before commit everything is read back and compared with the file.
 * @param client a dedicated connection; the queue's tables must exist
 * @throws Refused with a sentence when nothing was restored
 */
async function loadBackup(
  client: ClientBase,
  file: string,
  { head, foot, rows, privateKey }: { head: Head; foot: Foot; rows: number; privateKey?: string | undefined },
): Promise<void> {
  await prepareForCopy(client)
  await client.query('BEGIN')
  try {
    // For rebuilding indexes; half of the usual advice.
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
    await migrateUpTo(client, head.level)
    const tables = await fitting(client, head)
    // Rows stored by migrations are also in the backup.
    for (const { name } of tables.toReversed()) await client.query(`DELETE FROM ${quoted(name)}`)
    const byName = new Map(tables.map((table) => [table.name, table]))
    const fill = async () => {
      await readBackup(
        file,
        {
          async table({ name }, rows) {
            const { columns } = byName.get(name) as StoredTable
            const into = `${quoted(name)} (${columns.map(escapeIdentifier).join(', ')})`
            await pipeline(rows, client.query(copyFrom(`COPY ${into} FROM STDIN`)))
          },
        },
        privateKey,
      )
    }
    await withoutIndexes(client, tables, fill)
    for (const table of tables) await continueNumbers(client, table)
    await compare(client, tables, foot)
    await migrateUpTo(client, knownLevels().at(-1) as Level)
    await client.query(APPOINTMENT_FUNCTIONS)
    await audit(client, {
      staffId: null,
      action: 'backup.restored',
      subject: { kind: 'backup', id: head.takenAt },
      details: { rows, by: 'command line' },
    })
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  // For good query plans at once; autovacuum would do it within a minute, so a failure is harmless.
  await client.query('ANALYZE').catch(() => {})
}

/** @throws Refused when this Enamel cannot load the backup */
function refuseOtherLevel({ level, enamel }: Head): void {
  const known = knownLevels()
  if (known.some(({ at }) => at === level.at)) return
  const newest = known.at(-1) as Level
  throw new Refused(
    level.at > newest.at
      ? `The backup was made by a newer Enamel (${enamel}, tables as of ${new Date(level.at).toISOString()}): restore it with that one.`
      : `The backup is of tables that this Enamel does not know (migration of ${new Date(level.at).toISOString()}).`,
  )
}

/** @throws Refused when the backup's tables do not match this database */
async function fitting(client: ClientBase, head: Head): Promise<StoredTable[]> {
  const here = await storedTables(client)
  const missing = here.find(({ name }) => head.tables.every((table) => table.name !== name))
  if (missing) throw new Refused(`The backup is not whole: it holds nothing of ${missing.name}.`)
  return head.tables.map(({ name, columns }) => {
    const table = here.find((each) => each.name === name)
    const known = new Set(table?.columns)
    // Job columns depend on the version of pg-boss, which may differ.
    const isSame = name === JOBS || columns.length === known.size
    if (!table || !isSame || !columns.every((column) => known.has(column))) {
      throw new Refused(`The backup does not fit its own migrations: ${name} has other columns there.`)
    }
    return { ...table, columns }
  })
}

/** Sequences continue after the highest stored number. */
async function continueNumbers(client: ClientBase, { name }: StoredTable): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `SELECT attname AS column, pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND pg_get_serial_sequence($1, attname) IS NOT NULL`,
    [quoted(name)],
  )
  for (const { column, sequence } of rows) {
    await client.query(
      `SELECT setval($1, greatest(max(${escapeIdentifier(column)}), 1), max(${escapeIdentifier(column)}) IS NOT NULL)
       FROM ${quoted(name)}`,
      [sequence],
    )
  }
}

/** @throws Refused when a row differs from the file by a byte */
async function compare(client: ClientBase, tables: readonly StoredTable[], foot: Foot): Promise<void> {
  for (const table of tables) {
    const { add, sum } = tableSum(table.name)
    for await (const chunk of rowsOf(client, table)) add(chunk)
    const [expected, found] = [foot.tables.find(({ name }) => name === table.name), sum()]
    if (expected?.rows === found.rows && expected.sha256 === found.sha256) continue
    throw new Refused(
      `${table.name} came back from the database otherwise than it is in the backup (${found.rows} rows, and ` +
        `${expected?.rows} in the backup). Nothing was restored.`,
    )
  }
}

type DroppedObject = { on: string; name: string; definition: string }

/**
 * Drops indexes and constraints while tables are filled, then recreates them from the catalog's definitions, which
 * checks every row: maintaining them row by row takes several times as long. Triggers are disabled meanwhile, since
 * restored changes have been announced before. Runs in the caller's transaction, so no one sees them missing.
 */
async function withoutIndexes(
  client: ClientBase,
  tables: readonly StoredTable[],
  fill: () => Promise<void>,
): Promise<void> {
  // pg-boss manages its own few.
  const names = tables.filter(({ name }) => name !== JOBS).map(({ name }) => quoted(name))
  const { rows: constraints } = await client.query<DroppedObject>(
    `SELECT conrelid::regclass::text AS on, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('f', 'x') ORDER BY contype, conname`,
    [names],
  )
  for (const { on, name } of constraints) {
    await client.query(`ALTER TABLE ${on} DROP CONSTRAINT ${escapeIdentifier(name)}`)
  }
  const { rows: indexes } = await client.query<DroppedObject>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [names],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  const { rows: watched } = await client.query<{ on: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS on FROM pg_trigger
     WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal`,
    [names],
  )
  for (const { on } of watched) await client.query(`ALTER TABLE ${on} DISABLE TRIGGER USER`)
  await fill()
  for (const { on } of watched) await client.query(`ALTER TABLE ${on} ENABLE TRIGGER USER`)
  for (const { definition } of indexes) await client.query(definition)
  for (const { on, name, definition } of constraints) {
    await client.query(`ALTER TABLE ${on} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`)
  }
}
