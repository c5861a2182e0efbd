import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'
import type { StartLog } from './start-log.ts'
import { waitFor } from './wait-for.ts'

export const isRoot = process.getuid?.() === 0

/** A new folder that is deleted when the test is over; by default one that every user can enter. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-embedded-'))
  await chmod(folder, mode)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

let finished: Promise<string> | undefined
afterAll(async () => {
  if (finished) await rm(await finished, { recursive: true, force: true })
})

/**
 * A DATA_DIR with a database in it that was stopped, holding `kept (answer)` with the one row 42. Copied from one that
 * each test file makes once: most of the time of a first start is `initdb`.
 */
export async function stoppedDatabase(): Promise<string> {
  finished ??= makeDatabase()
  const dataDir = await temporaryFolder()
  // -a keeps the owner, without whom PostgreSQL doesn't take the data for its own.
  // (Sharing blocks instead of copying them takes three times as long on some file systems.)
  const how = process.platform === 'linux' ? ['-a', '--reflink=never'] : ['-a']
  execFileSync('cp', [...how, path.join(await finished, 'postgres'), dataDir])
  return dataDir
}

async function makeDatabase(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-embedded-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: rememberingLog(), durable: false })
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await postgres.stop()
  // Every copy must find a port of its own.
  await rm(path.join(dataDir, 'postgres', 'port'))
  return dataDir
}

/** The database on a DATA_DIR, stopped with the test. */
export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: rememberingLog(), durable: false, ...options })
  onTestFinished(postgres.stop)
  return postgres
}

/** A log that remembers what it was told. */
export function rememberingLog(): StartLog & { lines: string[] } {
  const lines: string[] = []
  const write = (details: unknown, message?: string) => void lines.push(message ?? String(details))
  return { lines, info: write, warn: write, error: write }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Someone in the middle of a long query; `over` settles when that was cut off. */
export async function busySession(url: string): Promise<{ over: Promise<unknown> }> {
  const over = query(url, 'SELECT pg_sleep(60)').catch((error: unknown) => error)
  await eventually('the query runs', async () => {
    const [row] = await query(
      url,
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
    )
    return row?.n === 1
  })
  return { over }
}

export type Host = { process: ChildProcess; url: string; postgresPid: number }

/** Starts the database in another process, which the test may kill; what remains is ended with the test. */
export async function startHost(dataDir: string): Promise<Host> {
  const { process: child, firstLine } = spawnHost(dataDir)
  const { url, pid } = JSON.parse(await firstLine) as { url: string; pid: number }
  onTestFinished(() => void signal(pid, 'SIGQUIT'))
  return { process: child, url, postgresPid: pid }
}

/** As `startHost`, without waiting. `firstLine` rejects with the error output when the process ends before it. */
export function spawnHost(dataDir: string): { process: ChildProcess; firstLine: Promise<string> } {
  const fixture = fileURLToPath(new URL('host.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [fixture, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const firstLine = new Promise<string>((resolve, reject) => {
    let output = ''
    let errors = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.once('close', () => reject(new Error(errors)))
  })
  firstLine.catch(() => undefined)
  return { process: child, firstLine }
}

export async function killHard(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Sends a signal, or 0 to ask whether the process is there. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Waits for a condition; the message says what didn't come true. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitFor(condition, 10_000))) throw new Error(`not within 10 s: ${what}`)
}
