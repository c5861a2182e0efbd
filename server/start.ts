import path from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../domain/clinic.ts'
import { isEmail } from '../domain/contact.ts'
import { mirrorTrail } from './accounts/audit/mirror.ts'
import { requiredTypes } from './accounts/auth/second-factor/policy.ts'
import { liveSessionsWith } from './accounts/auth/sessions.ts'
import { ensureFirstAdmin, type FirstAdmin } from './accounts/staff/first-admin.ts'
import { type AppOptions, createApp } from './app.ts'
import { createPost } from './integrations/webhooks/post.ts'
import { resolveHost } from './integrations/webhooks/reach.ts'
import { deliverWebhooks, noDeliveries, type WebhookWorker } from './integrations/webhooks/worker.ts'
import { startBackgroundWork } from './jobs.ts'
import { MAIL_SERVER_AWAY } from './messages/mail/smtp-failure.ts'
import { mailTransport } from './messages/mail/transport.ts'
import { incomingSettings } from './messages/replies/settings.ts'
import { smsTransport, smsWay } from './messages/sms/transport.ts'
import { seedDemo } from './operations/demo/seed.ts'
import { storeDemoStaff } from './operations/demo/staff.ts'
import { migrate } from './operations/set-up/migrate.ts'
import type { Config } from './platform/config/config.ts'
import { originOf } from './platform/config/origin.ts'
import { connectOrExplain } from './platform/db/connect.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/index.ts'
import { grantTo } from './platform/db/grants.ts'
import { createPool, createSetupPool } from './platform/db/pool.ts'
import { requireSettings } from './platform/db/requirements.ts'
import { primaryReads, standbyReads } from './platform/db/standby-reads.ts'
import { unverifiedDatabases } from './platform/db/verify-full.ts'
import { createEvents } from './platform/events/events.ts'
import { type Listening, listen } from './platform/http/listen.ts'
import { createAfterwards } from './platform/process/afterwards.ts'
import { reasonOf } from './platform/process/failure.ts'
import type { Lifecycle } from './platform/process/lifecycle.ts'
import { StartError } from './platform/process/start-error.ts'
import { createPace } from './platform/queue/pace.ts'
import { type Jobs, retryNow } from './platform/queue/start.ts'

const END_MS = 300
/**
 * Bookings wait for locks; separate connections prevent them from blocking other calls. On two cores, more
 * connections were no faster.
 */
export const BOOKING_CONNECTIONS = 4
/** Connections to the standby of DATABASE_REPLICA_URL. */
const REPLICA_CONNECTIONS = 5

export type StartOptions = {
  config: Config
  clinic: Clinic
  log: Logger
  /** Registers the shutdown steps of everything started here. */
  lifecycle: Pick<Lifecycle, 'onShutdown'>
  /** The built page; without it only the API is served. */
  web?: AppOptions['web']
  demo?: boolean
  /** Prints to the console what no log may have: the first admin's generated password. */
  say(line: string): void
}

/**
 * Starts one server process in order of dependencies: database, tables, mail, calls, jobs.
 * @returns its port
 * @throws StartError with a sentence for the operator
 */
export async function startServer({
  config,
  clinic,
  log,
  lifecycle,
  web,
  demo,
  say,
}: StartOptions): Promise<number> {
  const { onShutdown } = lifecycle
  const { databaseUrl, pool, bookingPool, pace, reads } = await openDatabase({ config, log, onShutdown })
  await setUp({ databaseUrl, ownerUrl: config.databaseOwnerUrl, pool, clinic, log })
  if (demo) {
    await storeDemoStaff(pool, clinic)
    await seedDemo(pool, clinic, new Date())
  } else {
    const made = await ensureFirstAdmin(pool, config.firstAdmin, clinic)
    // Immediately, so that a later failure of the start does not lose the password.
    if (made) say(aboutFirstAdmin(made))
  }

  if (config.auditLog) {
    const mirror = await mirrorTrail({ pool, log }, config.auditLog)
    onShutdown('mirror of the audit trail', mirror.stop)
  }

  const now = () => new Date()
  const events = createEvents({
    databaseUrl,
    pool,
    log,
    now,
    limits: config.rateLimits,
    readers: (db, tokenHashes, at) => liveSessionsWith(db, 'book.read', tokenHashes, at),
  })
  const mail = openMail({ config, clinic, log, pool })
  onShutdown('mail', mail.close)

  // A demonstration shows its outbox, wherever it runs.
  const smsSettings = { smsUrl: config.smsUrl, publicUrl: demo ? undefined : config.publicUrl }

  const afterwards = createAfterwards()
  // After the calls, which begin it, and before the connections.
  onShutdown('work after the answers', afterwards.settled)

  let calls: Listening | undefined
  let jobs: Jobs | undefined
  let deliveries: WebhookWorker | undefined
  let isStopping = false
  // Known once the server listens.
  let { port } = config
  const origin = () => originOf(config, port)
  onShutdown('calls and jobs', () => {
    isStopping = true
    // Before the HTTP server, since open streams never end by themselves.
    events.close()
    return Promise.all([calls?.close(), jobs?.stop(), deliveries?.stop()])
  })

  const webhooks = { named: config.webhookHosts, resolve: resolveHost, counts: noDeliveries() }
  const app = createApp({
    pool,
    bookingPool,
    reads,
    clinic,
    log,
    now,
    events,
    afterwards,
    limits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    oidc: config.oidc,
    secondFactor: {
      types: requiredTypes(clinic, { publicUrl: config.publicUrl, demo: demo ?? false }),
      origin: () => origin(),
    },
    passwordsOnlyFor: config.passwordsOnlyFor,
    incomingSms: incomingSettings(config, clinic),
    webhooks,
    shownOutbox: demo ? path.join(config.dataDir, 'outbox') : undefined,
    smsWay: smsWay(smsSettings),
    portalToken: config.portalToken,
    metricsToken: config.metricsToken,
    isStopping: () => isStopping,
    // Until they are started the server isn't up.
    jobsAreHeard: () => jobs?.isHeard() ?? true,
    ...(web && { web }),
  })
  // Before the jobs: when the port is taken there is little to undo.
  calls = await listen(app, config)
  port = calls.port

  jobs = await startBackgroundWork({
    config,
    clinic,
    log,
    now,
    databaseUrl,
    pool,
    pace,
    mail,
    sms: smsTransport({ ...smsSettings, dataDir: config.dataDir, log }),
    origin,
    announce: events.announce,
    isStopping: () => isStopping,
  })
  deliveries = deliverWebhooks({ pool, log, post: createPost(webhooks), counts: webhooks.counts, now })
  return port
}

type Opening = Pick<StartOptions, 'config' | 'log'> & Pick<Lifecycle, 'onShutdown'>

/** Connects to the database, and starts the embedded one where none is set. */
async function openDatabase({ config, log, onShutdown }: Opening) {
  for (const sentence of unverifiedDatabases(config)) log.warn(sentence)
  let databaseUrl = config.databaseUrl
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    onShutdown('embedded database', embedded.stop)
    databaseUrl = embedded.url
  }
  const pool = await connectOrExplain(databaseUrl)
  onShutdown('connections', () => endSoon(pool))
  const bookingPool = createPool(databaseUrl, BOOKING_CONNECTIONS)
  onShutdown('connections of bookings', () => endSoon(bookingPool))
  const pace = createPace()
  bookingPool.on('acquire', pace.noteBooking)
  const { databaseReplicaUrl } = config
  const reads = databaseReplicaUrl
    ? standbyReads({
        primary: pool,
        standby: createPool(databaseReplicaUrl, REPLICA_CONNECTIONS, { name: 'enamel-reads', standby: true }),
        log,
      })
    : primaryReads(pool)
  onShutdown('reads of a standby', reads.close)
  return { databaseUrl, pool, bookingPool, pace, reads }
}

/** The mail server; mails that waited for it are retried once it is back. */
function openMail({
  config,
  clinic,
  log,
  pool,
}: Pick<StartOptions, 'config' | 'clinic' | 'log'> & { pool: Pool }) {
  return mailTransport({
    ...config,
    mailFrom: config.mailFrom ?? defaultSender(config, clinic),
    log,
    onBack: () =>
      void retryNow(pool, MAIL_SERVER_AWAY).catch((error: unknown) =>
        log.warn(
          { reason: reasonOf(error) },
          'mails wait for their next try, though the mail server is back',
        ),
      ),
  })
}

function aboutFirstAdmin({ username, madePassword }: FirstAdmin): string {
  const password = madePassword === undefined ? 'that of ADMIN_PASSWORD' : `${madePassword} (shown this once)`
  return `The first admin: username ${username}, password ${password}`
}

type SetUp = {
  databaseUrl: string
  ownerUrl: string | undefined
  /** Pool of the serving role, which need not own the tables. */
  pool: Pool
  clinic: Clinic
  log: Logger
}

async function setUp({ databaseUrl, ownerUrl, pool, clinic, log }: SetUp): Promise<void> {
  const setting = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const owner = await connectOrExplain(ownerUrl ?? databaseUrl, { setting, create: createSetupPool })
  try {
    await requireSettings(owner, setting, (says) => log.warn(says))
    const { rows } = await pool.query<{ me: string }>('SELECT current_user AS me')
    await migrate(owner, clinic, {
      andThen: () => grantTo(owner, rows[0]?.me ?? ''),
      waiting: (says) => log.warn(says),
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartError(
      `${setting}: its user lacks a right (${(error as Error).message}). It must own the database and all that Enamel made in it.`,
    )
  } finally {
    await owner.end()
  }
}

/** Does not wait for a query that waits for a lock: the database cuts it off. */
async function endSoon(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, END_MS))])
}

/** Without MAIL_FROM: a mailbox at the public host, if that is a name. */
function defaultSender({ publicUrl }: Config, { name }: Clinic): { name: string; address: string } {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  const address = `appointments@${host}`
  return { name, address: isEmail(address) ? address : 'appointments@localhost.localdomain' }
}
