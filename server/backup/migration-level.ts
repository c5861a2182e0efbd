import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { MIGRATIONS_FOLDER } from '../db/migrate.ts'

/** Up to which migration a database's tables are. */
export type Level = {
  /** When that migration was written, in milliseconds since 1970; Drizzle goes by it. */
  at: number
  /** Its name, as '0009_languages'; null where this Enamel doesn't have it. */
  name: string | null
}

type Journal = { entries: { when: number; tag: string }[] }

/** All levels that this Enamel knows, in order. */
export function knownLevels(): (Level & { name: string })[] {
  const journal = readFileSync(path.join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8')
  return (JSON.parse(journal) as Journal).entries.map(({ when, tag }) => ({ at: when, name: tag }))
}

/** The level of a database; its error 42P01 tells that it has no tables of ours. */
export async function levelOf(client: Pick<ClientBase, 'query'>): Promise<Level> {
  const { rows } = await client.query<{ at: string }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  )
  const at = Number(rows[0]?.at)
  return { at, name: knownLevels().find((level) => level.at === at)?.name ?? null }
}

/**
 * Runs the migrations that a database lacks, up to a level. As Drizzle's own migrator, but within the transaction of
 * the caller, which that one would end; a test compares what the two leave behind.
 */
export async function migrateUpTo(
  client: Pick<ClientBase, 'query'>,
  { at }: Pick<Level, 'at'>,
): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  )
  const { rows } = await client.query('SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations')
  const done = Number(rows[0].at ?? Number.NEGATIVE_INFINITY)
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) {
    if (folderMillis <= done || folderMillis > at) continue
    for (const statement of sql) await client.query(statement)
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
