import path from 'node:path'
import pino from 'pino'
import { ClinicConfigError, parseClinic } from '../contract/clinic-config.ts'
import type { Clinic } from '../domain/clinic.ts'
import { smsWay } from './messages/sms/transport.ts'
import { demoClinic } from './operations/demo/demo-clinic.ts'
import { openNow } from './operations/demo/open-now.ts'
import { DEMO_SIGN_IN } from './operations/demo/staff.ts'
import { loadPages } from './operations/web/index.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { originOf } from './platform/config/origin.ts'
import { isAway } from './platform/db/away.ts'
import { reasonOf } from './platform/process/failure.ts'
import { startLifecycle } from './platform/process/lifecycle.ts'
import { StartError } from './platform/process/start-error.ts'
import { startServer } from './start.ts'

/** `--demo`: sample data in a separate database. `--api-only`: without the built page, for development. */
const demo = process.argv.includes('--demo')
const apiOnly = process.argv.includes('--api-only')

async function main(): Promise<void> {
  const config = settings()
  const clinic = await readClinic()
  const log = pino({ level: config.logLevel })
  const lifecycle = startLifecycle({ log })
  if (!config.rateLimits) log.warn('RATE_LIMITS=off: every limit is lifted. For load tests only!')
  try {
    const web = apiOnly ? undefined : await loadPages({ config, log })
    const say = (line: string) => console.log(line)
    const port = await startServer({ config, clinic, log, lifecycle, demo, say, ...(web && { web }) })
    announce(config, clinic.name, port)
  } catch (error) {
    explain(error)
    await lifecycle.shutdown('it could not start', 1)
  }
}

/** Imported lazily, so that a syntax error in the file is also reported as a sentence. */
async function readClinic(): Promise<Clinic> {
  const module = await import('../clinic.config.ts').catch((error: Error) => {
    throw new StartError(`clinic.config.ts cannot be read: ${error.message}`)
  })
  const clinic = parseClinic(module.default)
  return demo ? openNow(demoClinic(clinic), new Date()) : clinic
}

/** A demonstration never uses a real database, real mail or SMS. */
function settings(): Config {
  const config = readConfig(process.env)
  if (!demo) return config
  const dataDir = path.join(config.dataDir, 'demo')
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    databaseReplicaUrl: undefined,
    smtpUrl: undefined,
    smsUrl: undefined,
  }
}

function announce(config: Config, clinicName: string, port: number): void {
  const address = originOf(config, port)
  console.log(`${clinicName}: ${address}`)
  if (!apiOnly) console.log(`Staff sign in at ${address}/login${demo ? demoSignIn() : ''}`)
  console.log(`Data: ${config.databaseUrl ? 'the PostgreSQL server of DATABASE_URL' : config.dataDir}`)
  if (!config.smtpUrl)
    console.log(`Mail: written to ${path.join(config.dataDir, 'outbox')} until SMTP_URL is set`)
  if (config.smtpUrl && !config.mailFrom) {
    console.log('Mail: MAIL_FROM is not set; patients will answer to a mailbox that may not exist.')
  }
  const sms = demo ? 'outbox' : smsWay(config)
  if (sms === 'none') console.log('SMS: none are sent until SMS_URL is set')
  if (sms === 'outbox')
    console.log(`SMS: written to ${path.join(config.dataDir, 'outbox')} until SMS_URL is set`)
  if (demo) {
    console.log('This is a demonstration: people and appointments are invented, and no mail is sent.')
    console.log(`What patients would get: ${address}/dev/outbox`)
  }
}

const demoSignIn = () => ` as ${DEMO_SIGN_IN.username} with the password ${DEMO_SIGN_IN.password}`

/** An operator's mistake or a database that went away is one sentence; anything else is our fault and shows its stack. */
function explain(error: unknown): void {
  if (isAway(error)) {
    console.error(`The database went away while Enamel started (${reasonOf(error)}). Start it again.`)
    return
  }
  const expected = error instanceof StartError || error instanceof ClinicConfigError
  console.error(expected ? error.message : error)
}

main().catch((error: unknown) => {
  explain(error)
  process.exit(1)
})
