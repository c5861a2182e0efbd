import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import { StartError } from '../process/start-error.ts'

/** Up to which migration a database's tables are. */
export type Level = {
  /** Time of the migration's writing, in milliseconds since 1970: the order in which migrations run. */
  at: number
  /** Its name, as '0009_languages'; null where this Enamel doesn't have it. */
  name: string | null
}

const FOLDER = new URL('./migrations/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

/** All levels that this Enamel knows, in order. */
export function knownLevels(): (Level & { name: string })[] {
  const journal: { when: number; tag: string }[] = JSON.parse(read('journal.json'))
  return journal.map(({ when, tag }) => ({ at: when, name: tag }))
}

/** The level of a database; its error 42P01 means that it has none of our tables. */
export async function levelOf(client: Pick<ClientBase, 'query'>): Promise<Level> {
  const { rows } = await client.query<{ at: string | null }>(
    'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
  )
  const at = Number(rows[0]?.at)
  return { at, name: knownLevels().find((level) => level.at === at)?.name ?? null }
}

/**
 * Runs the migrations that a database lacks, up to a level, within the transaction of the caller. Finished ones are
 * recorded in the table of Drizzle, whose migrator made the first databases, and in its form: those databases continue
 * with it (docs/decisions/021).
 * @throws StartError where the tables are of a newer Enamel, or were made by other migrations than these
 */
export async function migrateUpTo(
  client: Pick<ClientBase, 'query'>,
  { at }: Pick<Level, 'at'>,
): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  )
  const done = await hashesOf(client)
  const levels = knownLevels().map((level) => ({ ...level, sql: read(`${level.name}.sql`) }))
  refuseOthers(done, levels)
  for (const level of levels) {
    if (done.has(level.at) || level.at > at) continue
    await client.query(level.sql)
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hashOf(level.sql),
      level.at,
    ])
  }
}

const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

/** The hashes of the migrations that have run in a database, by their level. */
async function hashesOf(client: Pick<ClientBase, 'query'>): Promise<Map<number, string>> {
  const { rows } = await client.query<{ at: string; hash: string }>(
    'SELECT created_at AS at, hash FROM drizzle.__drizzle_migrations',
  )
  return new Map(rows.map(({ at, hash }) => [Number(at), hash]))
}

/** A later migration builds on the earlier ones: no gap, no changed text, and none that is unknown here. */
function refuseOthers(
  done: ReadonlyMap<number, string>,
  levels: readonly (Level & { name: string; sql: string })[],
): void {
  const newest = Math.max(0, ...done.keys())
  if (newest > (levels.at(-1)?.at ?? 0)) {
    throw new StartError(
      'The tables are of a newer Enamel than this one. Start the newer one again; going back means restoring a backup.',
    )
  }
  const wrong = levels.find(({ at, sql }) => at <= newest && done.get(at) !== hashOf(sql))
  if (wrong) {
    throw new StartError(
      `The tables were made by another migration ${wrong.name} than this Enamel has. Is this the release that ran here before?`,
    )
  }
}
