import pg from 'pg'
import { withDatabase } from './copy-template.ts'

/** PostgreSQL's own objects have lower numbers. */
const FIRST_OF_OURS = 16_384

/** State that tests must find as the migrations left it, by the column with the owner of an entry. */
const CATALOGS = {
  ...{ pg_attribute: 'attrelid', pg_attrdef: 'adrelid', pg_index: 'indrelid', pg_inherits: 'inhrelid' },
  ...{ pg_rewrite: 'ev_class', pg_sequence: 'seqrelid', pg_statistic: 'starelid', pg_trigger: 'tgrelid' },
  ...{ pg_constraint: 'oid', pg_policy: 'oid', pg_proc: 'oid', pg_type: 'oid', pg_namespace: 'oid' },
}

/** Tables that have rows from the start. */
const SEEDED = ['doctors', 'services', 'drizzle.__drizzle_migrations', 'pgboss.queue', 'pgboss.version']

const PRISTINE = `SELECT concat_ws('/',
  ${Object.entries(CATALOGS)
    .map(
      ([name, of]) =>
        `(SELECT concat(count(*), '.', sum(xmin::text::bigint)) FROM ${name} WHERE ${of} >= ${FIRST_OF_OURS})`,
    )
    .join(',\n  ')},
  (SELECT md5(string_agg(concat_ws(',', oid, relkind, relacl, reloptions, relrowsecurity), '/' ORDER BY oid))
   FROM pg_class WHERE relkind <> 't' AND oid >= ${FIRST_OF_OURS}),
  (SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE datname = current_database()),
  ${SEEDED.map((each) => `(SELECT md5(string_agg(t::text, '/' ORDER BY t::text)) FROM ${each} t)`).join(',\n  ')}
) AS found`

/** Another session that is busy, or has a lock of its own. */
const BUSY = `SELECT
  EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle')
  OR EXISTS (SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
             WHERE locktype = 'advisory' AND datname = current_database()) AS busy`

const FILLED = `SELECT coalesce(array_agg(oid::regclass::text), '{}') AS filled FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
    AND pg_relation_size(oid) > 0 AND oid <> ALL ('{${[...SEEDED, 'blocker_changes'].join()}}'::regclass[])`

/**
 * Description of a database in which only rows have changed.
 * @param url of the template, by the superuser
 */
export async function pristineState(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(PRISTINE)
  await client.end()
  return rows[0].found
}

export type Emptier = ReturnType<typeof emptierOf>

/**
 * Brings a test's database back to its template. As the superuser: no other may empty the audit trail.
 * @param pristine `pristineState` of the template
 */
export function emptierOf(url: string, superuserUrl: string, pristine: string) {
  let connecting: Promise<pg.Client> | undefined
  const connect = async () => {
    const client = new pg.Client(withDatabase(superuserUrl, new URL(url).pathname.slice(1)))
    // A test may end all connections of its database.
    client.on('error', () => {})
    await client.connect()
    // Without triggers, and each table by itself.
    await client.query(`SET session_replication_role = replica; SET lock_timeout = '1s'`)
    return client
  }
  const emptyBy = async (client: pg.Client) => {
    const { rows } = await client.query(`SELECT * FROM (${BUSY}) b, (${FILLED}) f, (${PRISTINE}) p`)
    const { busy, filled, found } = rows[0] as { busy: boolean; filled: string[]; found: string }
    if (busy || found !== pristine) return false
    await client.query(
      `${filled.map((each) => `DELETE FROM ${each};`).join(' ')}
       UPDATE blocker_changes SET version = 1 WHERE version <> 1;
       SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
    )
    if (filled.length === 0) return true
    // The files are empty again, so that rows are in insertion order, and plans are those of a new database.
    await client.query(`VACUUM (INDEX_CLEANUP on, SKIP_DATABASE_STATS) ${filled.join()}`)
    await client.query(
      `SELECT pg_clear_relation_stats(relnamespace::regnamespace::text, relname::text)
       FROM pg_class WHERE oid = ANY ($1::regclass[]::oid[])`,
      [filled],
    )
    return true
  }
  return {
    /** @returns false when it cannot be reused: another session is busy, or more than its rows has changed */
    empty: (): Promise<boolean> => {
      connecting ??= connect()
      return connecting.then(emptyBy).catch(() => false)
    },
    async end(): Promise<void> {
      const client = await connecting?.catch(() => undefined)
      await client?.end().catch(() => {})
    },
  }
}
