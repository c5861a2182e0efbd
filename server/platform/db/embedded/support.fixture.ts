import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { quickFolder } from '../../../../tests/support/quick-folder.ts'
import { WAIT_MS } from '../../../../tests/support/waits.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'
import type { StartLog } from './start-log.ts'
import { waitFor } from './wait-for.ts'

export const isRoot = process.getuid?.() === 0

/** Deleted after the test; by default every user can enter it. */
export async function temporaryFolder(mode = 0o755, within = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(within, 'enamel-embedded-'))
  await chmod(folder, mode)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

let finished: Promise<string> | undefined
afterAll(async () => {
  if (finished) await rm(await finished, { recursive: true, force: true })
})

/**
 * A DATA_DIR with a stopped database that has `kept (answer)` with the one row 42. Copied from one made per test file,
 * since `initdb` takes most of a first start.
 */
export async function stoppedDatabase(): Promise<string> {
  finished ??= makeDatabase()
  const dataDir = await temporaryFolder(0o755, await quickFolder())
  // -a keeps the owner, which PostgreSQL checks. Reflinks take three times as long on some file systems.
  const how = process.platform === 'linux' ? ['-a', '--reflink=never'] : ['-a']
  execFileSync('cp', [...how, path.join(await finished, 'postgres'), dataDir])
  return dataDir
}

async function makeDatabase(): Promise<string> {
  const dataDir = await mkdtemp(path.join(await quickFolder(), 'enamel-embedded-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: rememberingLog(), durable: false })
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await postgres.stop()
  return dataDir
}

/** Stopped after the test. */
export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: rememberingLog(), durable: false, ...options })
  onTestFinished(postgres.stop)
  return postgres
}

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

/** A session in a query of 10 minutes; `over` settles when that is cut off. */
export async function busySession(url: string): Promise<{ over: Promise<unknown> }> {
  const over = query(url, 'SELECT pg_sleep(600)').catch((error: unknown) => error)
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

/** Runs the database in another process, which the test may kill; leftovers are stopped with the test. */
export async function startHost(dataDir: string): Promise<Host> {
  const { process: child, firstLine } = spawnHost(dataDir)
  const { url, pid } = JSON.parse(await firstLine) as { url: string; pid: number }
  onTestFinished(() => void signal(pid, 'SIGQUIT'))
  return { process: child, url, postgresPid: pid }
}

/** Without waiting. `firstLine` rejects with the error output when the process ends first. */
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

/** 0 checks whether the process exists. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitFor(condition, WAIT_MS))) throw new Error(`not within ${WAIT_MS / 1000} s: ${what}`)
}
