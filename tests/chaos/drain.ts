import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { CHANGE_NOTICE_QUEUE } from '../../server/messages/jobs/change-notice-job.ts'
import { CONFIRMATION } from '../../server/messages/jobs/confirmation-job.ts'
import { freePort } from '../support/free-port.ts'
import { query } from './database.ts'
import { type Service, startService } from './service.ts'

/** Processes that share what is left, as those of a clinic do after an outage. */
const HELPERS = 3

type DrainOptions = {
  url: string
  settings: Record<string, string>
  folder: string
  /** Skips waits of the queue: the two-minute timeout of a killed process's jobs, and backoffs. */
  quick: boolean
  helpers: boolean
  withinMs: number
}

/** Waits until every confirmation and every note of a move was sent, or the deadline passed. */
export async function drain({ url, settings, folder, quick, helpers, withinMs }: DrainOptions) {
  const services: Service[] = []
  const passing = quick ? await startPassingTime(url) : null
  try {
    for (let i = 0; helpers && i < HELPERS; i++) {
      const dataDir = path.join(folder, `helper-${i}`)
      await mkdir(dataDir, { recursive: true })
      services.push(
        await startService({
          port: await freePort(),
          env: { ...settings, DATA_DIR: dataDir, DATABASE_URL: url },
          folder,
          onUnexpectedEnd: () => {},
        }),
      )
    }
    let left = await mailsLeft(url)
    for (const end = performance.now() + withinMs; left > 0 && performance.now() < end; ) {
      await passing?.letTimePass()
      await delay(500)
      left = await mailsLeft(url)
    }
    return { empty: left === 0, left }
  } finally {
    await Promise.all(services.map((service) => service.stop()))
    await passing?.stop()
  }
}

async function mailsLeft(url: string): Promise<number> {
  const [row] = await query<{ left: number }>(url, LEFT, [
    [CONFIRMATION.queue.name, CHANGE_NOTICE_QUEUE.name],
  ])
  return row?.left ?? 0
}

const LEFT = `SELECT count(*)::int AS left FROM pgboss.job WHERE name = ANY($1) AND state IN ('created', 'retry', 'active')`

async function startPassingTime(url: string) {
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: false,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', () => {})
  await boss.start()
  return {
    /** Only for the queue: expires attempts that run longer than their timeout, and backoffs. */
    async letTimePass() {
      await query(url, HELD)
      await query(url, WAITING)
      await boss.supervise()
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

const HELD = `UPDATE pgboss.job SET started_on = started_on - interval '2 minutes'
              WHERE state = 'active' AND started_on BETWEEN now() - interval '2 minutes' AND now() - interval '3 seconds'`
const WAITING = `UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`
