import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pino from 'pino'
import clinicConfig from '../clinic.config.ts'
import { ClinicConfigError, parseClinic } from '../contract/clinic-config.ts'
import { readConfig } from '../server/config.ts'
import { connectOrExplain } from '../server/db/connect.ts'
import { homeFolder } from '../server/db/embedded/home.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/index.ts'
import { runningDatabaseUrl } from '../server/db/embedded/running.ts'
import { startLifecycle } from '../server/lifecycle.ts'
import { Refused } from '../server/staff/operator.ts'
import { parseCommand, runCommand, USAGE, WrongUsage } from '../server/staff/operator-command.ts'
import { StartError } from '../server/start-error.ts'

/*
 * `npm run staff`: accounts, for the person who runs the server. Exit code 1: nothing was done, the sentence says why;
 * 2: the command was not understood.
 */
const NO_ACCOUNTS = 'There are no accounts yet: start Enamel once (npm start), then try again.'

const log = pino({ level: 'warn' })
const lifecycle = startLifecycle({ log })

async function main(): Promise<void> {
  const command = parseCommand(process.argv.slice(2), parseClinic(clinicConfig))
  const pool = await connectOrExplain(await databaseUrl())
  lifecycle.onShutdown('connections', () => pool.end())
  await runCommand(command, { pool, now: new Date(), readPassword, say: (line) => console.log(line) })
}

/** That of DATABASE_URL; or the embedded one: beside the server that runs on it, or started for this command. */
async function databaseUrl(): Promise<string> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) return config.databaseUrl
  const running = await runningDatabaseUrl(config.dataDir)
  if (running !== undefined) return running
  if (!existsSync(path.join(await homeFolder(config.dataDir), 'cluster'))) throw new StartError(NO_ACCOUNTS)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  lifecycle.onShutdown('embedded database', embedded.stop)
  return embedded.url
}

async function readPassword(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

/** PostgreSQL's codes for a table or a column that is not there. */
const NO_TABLES = ['42P01', '42703']

function explain(error: unknown): number {
  if (error instanceof WrongUsage) {
    console.error(`${error.message}\n\n${USAGE}`)
    return 2
  }
  const expected = [Refused, StartError, ClinicConfigError].some((kind) => error instanceof kind)
  if (expected) console.error((error as Error).message)
  else if (NO_TABLES.includes((error as { code?: string }).code ?? '')) {
    console.error(NO_ACCOUNTS)
  } else console.error(error)
  return 1
}

const code = await main().then(
  () => 0,
  (error: unknown) => explain(error),
)
await lifecycle.shutdown('the command is done', code)
