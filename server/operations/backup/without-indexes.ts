import { type ClientBase, escapeIdentifier } from 'pg'
import { JOBS, quoted, type StoredTable } from './tables.ts'

type Made = { on: string; name: string; definition: string }

/**
 * Drops indexes and constraints while tables are filled, then recreates them from the catalog's definitions, which
 * checks every row: maintaining them row by row takes several times as long. Triggers are disabled meanwhile, since
 * restored changes have been announced before. Runs in the caller's transaction, so no one sees them missing.
 */
export async function withoutIndexes(
  client: ClientBase,
  tables: readonly StoredTable[],
  fill: () => Promise<void>,
): Promise<void> {
  // pg-boss manages its own few.
  const names = tables.filter(({ name }) => name !== JOBS).map(({ name }) => quoted(name))
  const { rows: constraints } = await client.query<Made>(
    `SELECT conrelid::regclass::text AS on, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE conrelid = ANY ($1::regclass[]) AND contype IN ('f', 'x') ORDER BY contype, conname`,
    [names],
  )
  for (const { on, name } of constraints) {
    await client.query(`ALTER TABLE ${on} DROP CONSTRAINT ${escapeIdentifier(name)}`)
  }
  const { rows: indexes } = await client.query<Made>(
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
