import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts'
import { runningDatabaseUrl } from '../../server/platform/db/embedded/running.ts'
import { temporaryFolder } from './folder.ts'

export type Database = {
  url: string
  /** Process id of the current postmaster. */
  pid(): Promise<number>
}

/** The database embedded in a server process, on its DATA_DIR. */
export async function embeddedIn(dataDir: string): Promise<Database> {
  const url = await runningDatabaseUrl(dataDir)
  if (url === undefined) throw new Error(`no database answers on ${dataDir}`)
  return { url, pid: () => postmasterPid(dataDir) }
}

/** Stopped and deleted on disposal. */
export type OwnDatabase = Database & AsyncDisposable & { stop(): Promise<void>; start(): Promise<void> }

/** A separate database, as with DATABASE_URL; it syncs every commit, and restarts at the same address. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = await temporaryFolder()
  const start = () => startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  let running = await start()
  return {
    url: running.url,
    pid: () => postmasterPid(dataDir),
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  return Number.parseInt(await readFile(file, 'utf8'), 10)
}

/** Uses its own connection. @throws when the database is away */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'chaos',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
