import { pipeline } from 'node:stream/promises'
import { type ClientBase, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { audit } from '../../accounts/audit/audit.ts'
import { APPOINTMENT_FUNCTIONS } from '../../book/booking/booking-function.ts'
import { knownLevels, type Level, migrateUpTo } from '../../platform/db/migrations.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { type Foot, type Head, tableSum } from './file-format.ts'
import { readBackup } from './read.ts'
import { JOBS, quoted, type StoredTable, storedTables } from './tables.ts'
import { withoutIndexes } from './without-indexes.ts'
import { prepareForCopy, rowsOf } from './write.ts'

/**
 * Fills an empty database: tables as of the backup, its rows, then later migrations, in one transaction.
 * Before commit everything is read back and compared with the file.
 * @param client a dedicated connection; the queue's tables must exist
 * @throws Refused with a sentence when nothing was restored
 */
export async function loadBackup(
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
export function refuseOtherLevel({ level, enamel }: Head): void {
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
