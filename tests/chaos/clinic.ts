import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { waitFor } from '../../server/platform/db/embedded/wait-for.ts'
import { freePort } from '../support/free-port.ts'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { type Database, embeddedIn } from './database.ts'
import { drain } from './drain.ts'
import { temporaryFolder } from './folder.ts'
import { createLedger } from './ledger.ts'
import { startLoad } from './load.ts'
import { startMessages } from './messages.ts'
import { startMoves } from './moves.ts'
import type { Chance } from './random.ts'
import { type Report, reportOf } from './report.ts'
import { type Service, startService } from './service.ts'
import { clinicSlots } from './slots.ts'
import { startWatcher } from './watcher.ts'

/** Milliseconds of full-speed bookings around a fault, so that it interrupts some. */
const BUSY_MS = [40, 160] as const
const CALM_MS = [300, 1_200] as const
const CALM_PER_SECOND = 8
const READY_WITHIN_MS = 120_000
const PASSWORD = 'a small green kettle'

export type ClinicOptions = {
  chance: Chance
  quick: boolean
  /** A separate database; without it the server uses its embedded one. */
  database?: Database
  /** The server's data folder; by default a new one. */
  dataDir?: string
  preload?: readonly string[]
  mailTakesMs?: number
  patientTokens?: (database: Database) => Promise<readonly string[]>
  /** Whether the watcher also makes staff calls. */
  withStaff?: boolean
  /** Number of servers, each with bookers of its own; more than one takes a separate database. */
  processes?: number
  /** Whether the desk moves bookings. */
  withDesk?: boolean
}

export type Clinic = Awaited<ReturnType<typeof openClinic>>

/** A clinic with a server, a database that syncs, a mail server, an SMS gateway and bookers. */
export async function openClinic(options: ClinicOptions) {
  const { chance, quick, withStaff = true, processes = 1, withDesk = false } = options
  const folder = await temporaryFolder()
  const dataDir = options.dataDir ?? path.join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const messages = await startMessages(options.mailTakesMs)
  const ledger = createLedger()
  const settings = { ...messages.settings, RATE_LIMITS: 'off', LOG_LEVEL: 'info', ADMIN_PASSWORD: PASSWORD }
  const env = {
    ...settings,
    DATA_DIR: dataDir,
    ...(options.database && { DATABASE_URL: options.database.url }),
  }
  const services: Service[] = []
  for (let i = 0; i < processes; i++) {
    services.push(
      await startService({
        port: await freePort(),
        env,
        preload: options.preload ?? [],
        folder,
        onUnexpectedEnd: (how) => ledger.problem(`the server ended by itself (${how})`),
      }),
    )
  }
  const service = services[0] as Service
  const database = options.database ?? (await embeddedIn(dataDir))
  const https = services.map(({ url }) => new Pool(url, { connections: 30 }))
  const contexts = services.map((each, i) => ({ http: https[i] as Pool, service: each, ledger }))
  const asking = contexts[0] as (typeof contexts)[0]
  const patientTokens = await options.patientTokens?.(database)
  const slots = clinicSlots(chance)
  const loads = contexts.map((context) =>
    startLoad({ ...context, chance, slots, ...(patientTokens && { patientTokens }) }),
  )
  const load = {
    /** For all of them in total. */
    pace: (perSecond: number) => {
      for (const each of loads) each.pace(perSecond / loads.length)
    },
    async repeat(bookings: number) {
      for (const each of loads) await each.repeat(bookings)
    },
    async stop() {
      await Promise.all(loads.map((each) => each.stop()))
    },
  }
  let staffToken = withStaff ? await signIn(service.url) : null
  const watchers = contexts.map((context) => startWatcher(context, () => staffToken))
  const watcher = { stop: () => Promise.all(watchers.map((each) => each.stop())) }
  const desk = withDesk ? startMoves(contexts, { chance, slots, staffToken: () => staffToken }) : null
  const recoveries: number[] = []

  return {
    database,
    ledger,
    load,
    messages,
    service,
    folder,
    /** A new admin session; null when signing in failed. */
    signIn: () => signIn(service.url),
    /** Reports whether the server accepts a staff session. */
    async isSignedIn(token: string | null) {
      const headers = { authorization: `Bearer ${token}` }
      return (await ask(asking, { method: 'GET', path: '/api/auth/session', headers }))?.status === 200
    },
    /** Books calmly, then at full speed for a moment, in which the fault must happen. */
    async waitForBusy() {
      load.pace(CALM_PER_SECOND)
      await delay(chance.between(...CALM_MS))
      load.pace(Number.POSITIVE_INFINITY)
      await delay(chance.between(...BUSY_MS))
    },
    /** Books at a calm pace for a time in milliseconds. */
    async calmFor(ms: number) {
      load.pace(CALM_PER_SECOND)
      await delay(ms)
    },
    /** Time at which every process has answered from now on that it can serve, of performance.now(). */
    async readyAgain() {
      await waitFor(async () => {
        const answers = await Promise.all(
          services.map(({ url }) =>
            fetch(`${url}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          ),
        )
        return answers.every(Boolean)
      }, READY_WITHIN_MS)
      return performance.now()
    },
    sleep: (ms: number) => delay(ms),
    eventually: waitFor,
    /**
     * Records the time from a moment (of performance.now()) until a booking succeeded that was requested
     * after it, or after `asked` where that is later. @returns that time, in milliseconds
     */
    async recovered(moment: number, asked = moment) {
      load.pace(CALM_PER_SECOND)
      const ms = (await ledger.recoveryFrom(asked)) + asked - moment
      recoveries.push(ms)
      return ms
    },
    /** Stops the load, waits for all mails, and compares everything. @param drainMs deadline for the mails */
    async finish(
      more: Partial<Report> = {},
      { helpers = true, drainMs = 15 * 60_000 } = {},
    ): Promise<Report> {
      const moves = await desk?.stop()
      staffToken = null
      await watcher.stop()
      await load.stop()
      await load.repeat(20)
      const drained = await drain({ url: database.url, settings, folder, quick, helpers, withinMs: drainMs })
      if (!drained.empty)
        ledger.problem(`${drained.left} mails were still to be sent after ${drainMs / 1000} s`)
      const checked = await check(database.url, ledger, messages)
      const notes = [...(more.notes ?? []), ...(moves ? [moves] : [])]
      return reportOf({ ledger, messages, checked, recoveries, folder, more: { ...more, notes } })
    },
    async [Symbol.asyncDispose]() {
      await desk?.stop()
      await watcher.stop()
      await Promise.all(services.map((each) => each.stop()))
      await Promise.all(https.map((http) => http.destroy()))
      await messages.goAway()
      if (ledger.problems().length === 0) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(url: string): Promise<string | null> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { authorization: 'Bearer portal', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const { data } = (await response.json()) as { data?: { token: string } }
  return data?.token ?? null
}
