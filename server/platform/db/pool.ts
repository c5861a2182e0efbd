import pg from 'pg'
import { isUnfit } from './away.ts'
import { SESSION } from './session.ts'

/** Lock timeout in milliseconds; after it the caller gets 'busy'. */
const LOCK_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 9_000
/**
 * Extra time for an answer beyond its statement's, in milliseconds: a hung server or a cut line never reports itself.
 */
const SILENT_AFTER_MS = 1_000
const CONNECT_WITHIN_MS = 5_000

/**
 * Planning of short statements: by index. A connection uses the plans that it made while tables were empty until their
 * first ANALYZE, and those would read them as a whole. Compiling (jit) costs more than such a statement.
 */
const BY_INDEX = `set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)`

/** Options of every connection: an idle one whose other end is gone is noticed within some 20 seconds. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export type PoolOptions = {
  /** Its name in pg_stat_activity. */
  name?: string
  /** In milliseconds; null: none, for what may take long. */
  statementTimeoutMs?: number | null
  /** Whether a standby will do. */
  standby?: boolean
}

/** A pool whose statements have no time limit: for a migration, or a copy of many rows. */
export function createSetupPool(connectionString: string): pg.Pool {
  return createPool(connectionString, 3, { name: 'enamel-setup', statementTimeoutMs: null })
}

/**
 * The one source of shared connections. Each is checked when it is made: one to a standby, or to a read-only server, is
 * refused with 25006. One that turns out to be cut, silent or read only is discarded, and the idle ones with it, since
 * they most likely lead to the same server. The timeouts are set by a statement, which a pooler lets through.
 * @param max connections this process may open at once
 */
export function createPool(
  connectionString: string,
  max = 10,
  { name = 'enamel', statementTimeoutMs = STATEMENT_TIMEOUT_MS, standby = false }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    ...(statementTimeoutMs !== null && { query_timeout: statementTimeoutMs + SILENT_AFTER_MS }),
    application_name: name,
    onConnect: (client) => prepare(client, { statementTimeoutMs, standby }),
  })
  // The pool replaces a connection that breaks while idle; without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('release', (error) => {
    if (isUnfit(error)) dropIdle(pool)
  })
  return pool
}

async function prepare(
  client: pg.ClientBase,
  { statementTimeoutMs, standby }: Required<Pick<PoolOptions, 'statementTimeoutMs' | 'standby'>>,
): Promise<void> {
  const served =
    statementTimeoutMs === null
      ? `set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false), `
      : `set_config('statement_timeout', '${statementTimeoutMs}', false),
         set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', false), ${BY_INDEX}, `
  const text = `SELECT ${SESSION}, ${served}current_setting('transaction_read_only') AS "readOnly"`
  const { rows } = await client.query({ text, query_timeout: CONNECT_WITHIN_MS } as pg.QueryConfig)
  if (rows[0].readOnly === 'on' && !standby) throw new ReadOnlyDatabase()
}

/** The server is read-only: a standby, or configured so. Has PostgreSQL's own code for that. */
export class ReadOnlyDatabase extends Error {
  override name = 'ReadOnlyDatabase'
  readonly code = '25006'
  constructor() {
    super('the database takes no changes')
  }
}

function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
  }
}
