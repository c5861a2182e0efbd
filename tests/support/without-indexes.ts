import type { Pool } from 'pg'

/**
 * Stores a great many rows while the tables have neither indexes nor constraints with other tables, and makes those
 * again from the database's own words for them: entry by entry they would take many times as long.
 * @param but a constraint that is not made again
 */
export async function withoutIndexes(
  pool: Pool,
  tables: string[],
  store: () => Promise<void>,
  but?: string,
): Promise<void> {
  const { rows: constraints } = await pool.query<{ on: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS on, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE conrelid = ANY($1::regclass[]) AND contype IN ('f', 'x')`,
    [tables],
  )
  for (const { on, name } of constraints) await pool.query(`ALTER TABLE ${on} DROP CONSTRAINT ${name}`)
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY($1::regclass[]) AND NOT indisprimary`,
    [tables],
  )
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`)
  await store()
  await pool.query(`SET maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await pool.query(definition)
  for (const { on, name, definition } of constraints) {
    if (name !== but) await pool.query(`ALTER TABLE ${on} ADD CONSTRAINT ${name} ${definition}`)
  }
}
