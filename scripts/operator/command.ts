import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import pino from 'pino'
import { ClinicConfigError } from '../../contract/clinic-config.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { connectOrExplain } from '../../server/platform/db/connect.ts'
import { homeFolder } from '../../server/platform/db/embedded/home.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts'
import { runningDatabaseUrl } from '../../server/platform/db/embedded/running.ts'
import { Refused, WrongUsage } from '../../server/platform/process/command-errors.ts'
import { startLifecycle } from '../../server/platform/process/lifecycle.ts'
import { StartError } from '../../server/platform/process/start-error.ts'

type Parts = {
  usage: string
  /** The message when Enamel has never been started, so that there are no tables. */
  nothingYet: string
  /** Whether to create an embedded database when there is none, for commands that fill one. */
  makesDatabase?: boolean
  /** @param databaseUrl for a command that opens its own connections @returns the exit code */
  run(connect: () => Promise<Pool>, databaseUrl: () => Promise<string>): Promise<number>
}

/**
 * Runs an operator's command and ends the process. Exit code 1: nothing was done, and a sentence says why; 2:
 * the command was not understood.
 */
export async function runAsOperator({ usage, nothingYet, makesDatabase, run }: Parts): Promise<void> {
  const log = pino({ level: 'warn' })
  const lifecycle = startLifecycle({ log })

  async function connect(): Promise<Pool> {
    const pool = await connectOrExplain(await databaseUrl())
    lifecycle.onShutdown('connections', () => pool.end())
    return pool
  }

  let address: Promise<string> | undefined
  const databaseUrl = () => {
    address ??= findDatabase()
    return address
  }

  /** DATABASE_URL, or the embedded database: the running server's, or one started for this command. */
  async function findDatabase(): Promise<string> {
    const config = readConfig(process.env)
    const owner = makesDatabase ? config.databaseOwnerUrl : undefined
    if (config.databaseUrl !== undefined) return owner ?? config.databaseUrl
    const running = await runningDatabaseUrl(config.dataDir)
    if (running !== undefined) return running
    const isThere = existsSync(path.join(await homeFolder(config.dataDir), 'cluster'))
    if (!isThere && !makesDatabase) throw new StartError(nothingYet)
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    lifecycle.onShutdown('embedded database', embedded.stop)
    return embedded.url
  }

  // A server that a signal stops exits with 0, but an interrupted command has not done its work. It may still
  // report why, since its database was stopped.
  let outcome = 1
  process.once('exit', () => {
    if (outcome !== 0) process.exitCode = outcome
  })
  const code = await run(connect, databaseUrl).catch((error: unknown) => explain(error, usage, nothingYet))
  outcome = code
  await lifecycle.shutdown('the command is done', code)
}

/** PostgreSQL's codes for a missing table or column. */
const NO_TABLES = ['42P01', '42703']

function explain(error: unknown, usage: string, nothingYet: string): number {
  if (error instanceof WrongUsage) {
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
  const expected = [Refused, StartError, ClinicConfigError].some((kind) => error instanceof kind)
  if (expected) console.error((error as Error).message)
  else if (NO_TABLES.includes((error as { code?: string }).code ?? '')) console.error(nothingYet)
  else console.error(error)
  return 1
}
