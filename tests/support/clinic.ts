import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import pino from 'pino'
import clinicConfig from '../../clinic.config.ts'
import type { BookAppointmentWire } from '../../contract/booking.ts'
import type { Clinic } from '../../domain/clinic.ts'
import type { StaffType } from '../../domain/staff.ts'
import { liveSessionsWith } from '../../server/accounts/auth/sessions.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import type { Resolve } from '../../server/integrations/webhooks/reach.ts'
import { noDeliveries } from '../../server/integrations/webhooks/worker.ts'
import type { IncomingSettings } from '../../server/messages/replies/settings.ts'
import type { OidcSettings } from '../../server/platform/config/config.ts'
import { createPool } from '../../server/platform/db/pool.ts'
import { primaryReads, type StandbyReads } from '../../server/platform/db/standby-reads.ts'
import { createEvents, type EventsOptions } from '../../server/platform/events/events.ts'
import { createAfterwards } from '../../server/platform/process/afterwards.ts'
import { BOOKING_CONNECTIONS } from '../../server/start.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type StaffOptions, storeSignedIn } from './staff.ts'

export const PORTAL_TOKEN = 'portal-of-the-tests'

export type TestOptions = {
  /** The server's clock; by default Monday 4 March 2030, 07:00 in the clinic. */
  now?: string
  limits?: boolean
  clinic?: Partial<Clinic>
  database?: TestDatabase
  /** Delivery of replies to SMS; by default they are not read. */
  incomingSms?: IncomingSettings
  /** Hosts that webhooks may reach by http and in private networks. */
  webhookHosts?: readonly string[]
  /** By default every host is one of the internet. */
  resolveHost?: Resolve
  oidc?: OidcSettings
  /** Types that must have a second factor; by default none. */
  secondFactor?: readonly StaffType[]
  logged?: string[]
  /** Number of trusted proxies in front. */
  trustedProxies?: number
  metricsToken?: string
  isHttps?: boolean
  jobsAreHeard?: () => boolean
  /** Of the page, without a slash at its end; by default http://localhost:3000. */
  origin?: () => string
  /** By default everything is read from the primary. */
  reads?: StandbyReads
  passwordsOnlyFor?: string
  events?: Pick<EventsOptions, 'beatMs' | 'streamsPerProcess'>
  web?: NonNullable<AppOptions['web']>
}

export type Answer = {
  status: number
  headers: Headers
  body: Record<string, unknown> & { errors?: Record<string, string> }
}

export type BookOptions = { key?: string; caller?: string; token?: string; headers?: Record<string, string> }

/** A server's app with its own database, called without a network. */
export async function startClinic(options: TestOptions = {}) {
  const database = options.database ?? (await testDatabase())
  const clock = { now: new Date(options.now ?? '2030-03-04T07:00:00+01:00') }
  const bookingPool = createPool(database.url, BOOKING_CONNECTIONS)
  const parts = {
    pool: database.pool,
    log: options.logged ? pinoInto(options.logged) : pino({ level: 'silent' }),
    now: () => clock.now,
    limits: options.limits ?? false,
  }
  const events = createEvents({
    ...parts,
    databaseUrl: database.url,
    readers: (db, tokenHashes, at) => liveSessionsWith(db, 'book.read', tokenHashes, at),
    ...options.events,
  })
  const afterwards = createAfterwards()
  const app = createApp({
    ...parts,
    events,
    afterwards,
    bookingPool,
    reads: options.reads ?? primaryReads(database.pool),
    clinic: { ...clinicConfig, ...options.clinic },
    trustedProxies: options.trustedProxies ?? 0,
    isHttps: options.isHttps ?? false,
    passwordsOnlyFor: options.passwordsOnlyFor ?? null,
    metricsToken: options.metricsToken,
    isStopping: () => false,
    jobsAreHeard: options.jobsAreHeard ?? (() => true),
    portalToken: PORTAL_TOKEN,
    incomingSms: options.incomingSms ?? null,
    webhooks: {
      named: new Set(options.webhookHosts),
      resolve: options.resolveHost ?? (async () => [{ address: '93.184.215.14', family: 4 }]),
      counts: noDeliveries(),
    },
    oidc: options.oidc,
    secondFactor: {
      types: options.secondFactor ?? [],
      origin: options.origin ?? (() => 'http://localhost:3000'),
    },
    ...(options.web && { web: options.web }),
  })
  return {
    app,
    clock,
    events,
    afterwards,
    database,
    bookingPool,
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>, caller?: string) =>
      call(app, method, path, body, headers, caller),
    /** `bearer` goes into the headers of a call. */
    signedIn: (more: StaffOptions = {}) => storeSignedIn(database.pool, clock.now, more),
    book: (
      more: Partial<BookAppointmentWire> = {},
      { key = randomUUID(), caller, token, headers }: BookOptions = {},
    ) =>
      call(
        app,
        'POST',
        '/api/appointments/book',
        { ...validBooking, ...more },
        {
          'idempotency-key': key,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        caller,
      ),
    count: async (table: 'appointments' | 'patients' | 'idempotency_keys' | 'pgboss.job') =>
      (await database.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n as number,
    [Symbol.asyncDispose]: async () => {
      events.close()
      await afterwards.settled()
      await bookingPool.end()
      await database.close()
    },
  }
}

const pinoInto = (lines: string[]) =>
  pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

/** Tuesday 5 March 2030, 10:00, any doctor. */
export const validBooking: BookAppointmentWire = {
  surname: 'Ada',
  other_names: 'Obi',
  email: 'ada.obi@example.com',
  phone_number: '0803 123 4567',
  age: 34,
  gender: 'female',
  nationality: 'nigeria',
  location: 'fct',
  appointmentType: 'consultation',
  service_id: 'tooth-pain',
  serviceText: 'Tooth Pain',
  appointment_date: '2030-03-05',
  start_time: '10:00',
  duration: 30,
  duration_type: 'm',
  consultation_id: 'initial',
  bill: false,
}

async function call(
  app: Hono,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  caller = '10.0.0.1',
): Promise<Answer> {
  const response = await app.request(
    path,
    {
      method,
      headers: { authorization: `Bearer ${PORTAL_TOKEN}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: caller } } },
  )
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}
