import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { levelOf } from '../../platform/db/migrations.ts'
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

/** Settings under which rows have the same text on every server. */
const AS_TEXT = `SET client_encoding = 'UTF8'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; SET intervalstyle = 'iso_8601';
  SET bytea_output = 'hex'; SET extra_float_digits = 1;
  SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`

/** Removes timeouts, since whole tables may take long. */
export async function prepareForCopy(client: ClientBase): Promise<void> {
  await client.query(AS_TEXT)
}

/** Rows in COPY format. */
export function rowsOf(client: ClientBase, table: StoredTable): AsyncIterable<Buffer> {
  return client.query(copyTo(`COPY (${queryOf(table)}) TO STDOUT`))
}

/** Known after the last row was read. */
export type Written = { head: Head; tables: TableSum[] }

/**
 * Streams a backup as of one snapshot, so that related rows are included as a whole or not at all. It delays only
 * migrations.
 * @param client a dedicated connection
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
  // Locked before the snapshot: a migration in between could change tables that the snapshot reads.
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
