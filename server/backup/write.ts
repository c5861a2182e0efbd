import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { levelOf } from '../db/migrations.ts'
import {
  copyLine,
  END_OF_ROWS,
  FOOT,
  FORMAT,
  HEAD,
  type Head,
  type TableSum,
  tableSum,
} from './file-format.ts'
import { queryOf, quoted, type StoredTable, storedTables } from './tables.ts'

/** Settings by which the same rows are the same text on every server. */
const AS_TEXT = `SET client_encoding = 'UTF8'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; SET intervalstyle = 'iso_8601';
  SET bytea_output = 'hex'; SET extra_float_digits = 1;
  SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`

/** Makes a connection of its own fit for reading and writing whole tables, however long that takes. */
export async function prepareForCopy(client: ClientBase): Promise<void> {
  await client.query(AS_TEXT)
}

/** The rows of a table as COPY writes them. */
export function rowsOf(client: ClientBase, table: StoredTable): AsyncIterable<Buffer> {
  return client.query(copyTo(`COPY (${queryOf(table)}) TO STDOUT`))
}

/** What was read, known when the last of it has been. */
export type Written = { head: Head; tables: TableSum[] }

/**
 * The whole text of a backup, in pieces, as of one moment: whatever is booked meanwhile is in it with all that belongs
 * to it, or not at all. Nobody waits for it but a migration.
 * @param client a connection of its own
 */
export async function* backupText(
  client: ClientBase,
  enamel: string,
  done: (written: Written) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const piece = (text: string) => {
    const bytes = Buffer.from(text)
    hash.update(bytes)
    return bytes
  }
  await prepareForCopy(client)
  // Held before the snapshot is taken: tables that a migration changed in between would be read as they no longer are.
  const names = (await storedTables(client)).map(({ name }) => quoted(name))
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  const tables = await storedTables(client)
  const head = await headOf(client, tables, enamel)
  yield piece(`${HEAD}${JSON.stringify(head)}\n`)
  const sums: TableSum[] = []
  for (const table of tables) {
    yield piece(copyLine(table))
    const { add, sum } = tableSum(table.name)
    for await (const chunk of rowsOf(client, table)) {
      hash.update(chunk)
      add(chunk)
      yield chunk
    }
    sums.push(sum())
    yield piece(END_OF_ROWS)
  }
  await client.query('COMMIT')
  yield Buffer.from(`${FOOT}${JSON.stringify({ tables: sums, sha256: hash.digest('hex') })}\n`)
  done({ head, tables: sums })
}

async function headOf(client: ClientBase, tables: readonly StoredTable[], enamel: string): Promise<Head> {
  const level = await levelOf(client)
  const { rows } = await client.query<{ version: string; now: Date }>(
    `SELECT current_setting('server_version') AS version, now() AS now`,
  )
  const [{ version, now }] = rows as [(typeof rows)[0]]
  return {
    format: FORMAT,
    enamel,
    level,
    postgresql: version,
    takenAt: now.toISOString(),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
}
