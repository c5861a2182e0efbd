import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { waitFor } from '../../../server/platform/db/embedded/wait-for.ts'
import { check } from '../check.ts'
import { APPS, type App, buildImage, startBoxes, whyNoContainers } from '../containers.ts'
import { query } from '../database.ts'
import { temporaryFolder } from '../folder.ts'
import { createLedger } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { notRun, type Report, reportOf } from '../report.ts'
import { clinicSlots } from '../slots.ts'
import type { Scenario, Stage } from './scenario.ts'

/** Limit of the image. */
const IMAGE_BYTES = 400e6
const STOPS_WITHIN_MS = 10_000
const PER_SECOND = 8
/** After a kill: the restart, and the first look of Caddy. */
const BACK_WITHIN_MS = 120_000
const MAILS_WITHIN_MS = 180_000
/** Enough to make another build of the page, and unused meanwhile. */
const NEXT = {
  file: 'src/i18n/locales/en/booking.json',
  now: 'Schedule an appointment',
  becomes: 'Plan your visit',
}

/**
 * deploy/compose.yaml under podman: booked through, a process killed, then both replaced by a new version one after the
 * other, of which no booking may notice anything, and at once, which must lose none.
 */
export const containers: Scenario = {
  name: 'containers',
  cycles: { full: 4, quick: 1 },
  onlyByName: true,
  async run(stage) {
    const why = whyNoContainers()
    if (why !== undefined) return notRun(why)
    const folder = await temporaryFolder()
    const report = await runIn(folder, stage)
    await rm(path.join(folder, 'next'), { recursive: true, force: true })
    if (report.problems.length === 0) await rm(folder, { recursive: true, force: true })
    return report
  },
}

/** @param folder may be deleted after the run: its containers have ended, and their output is in it */
async function runIn(folder: string, { cycles, chance }: Stage): Promise<Report> {
  const ledger = createLedger()
  const recoveries: number[] = []
  const notes: string[] = []
  const problems: string[] = []

  const size = await buildImage(folder)
  notes.push(`the image: ${megabytes(size)}`)
  if (size > IMAGE_BYTES) problems.push(`the image has ${megabytes(size)}`)
  await using boxes = await startBoxes(folder)
  notes.push(`answers ${seconds(boxes.upMs)} after the first command, PostgreSQL's first start included`)
  const before = await boxes.build('app1')
  for (const app of APPS) problems.push(...(await boxes.faults(app)).map((fault) => `${app}: ${fault}`))
  notes.push(
    `memory when nobody asks: ${(await Promise.all(APPS.map(boxes.memory))).map(megabytes).join(', ')}`,
  )

  const http = new Pool(boxes.url, { connections: 30, connect: { rejectUnauthorized: false } })
  let upSince = Number.NEGATIVE_INFINITY
  const service = { wasDown: (since: number) => upSince > since }
  const load = startLoad({ http, service, ledger, chance, slots: clinicSlots(chance) })
  load.pace(PER_SECOND)
  await delay(5_000)

  for (let cycle = 0; cycle < cycles; cycle++) {
    const app = APPS[cycle % 2] as App
    const killed = performance.now()
    upSince = Number.POSITIVE_INFINITY
    await boxes.kill(app)
    recoveries.push(await ledger.recoveryFrom(killed))
    if (!(await waitFor(() => boxes.isReady(app), BACK_WITHIN_MS)))
      problems.push(`${app} was not started again`)
    notes.push(`${app} killed: ready again after ${seconds(performance.now() - killed)}`)
    await delay(2_000)
    upSince = performance.now()
    await delay(2_000)
  }

  // No bookings while the machine builds: a clinic's server gets its images from elsewhere.
  load.pace(0)
  await buildImage(folder, NEXT)
  const { unavailable, cut } = ledger.count
  const booked = ledger.acknowledged.size
  load.pace(PER_SECOND)
  for (const app of APPS) {
    const stopped = await boxes.replace(app)
    notes.push(`${app} replaced under load: stopped within ${seconds(stopped)}`)
    if (stopped > STOPS_WITHIN_MS) problems.push(`${app} took ${seconds(stopped)} to stop`)
    const after = await boxes.build(app)
    if (after === '' || after === before) problems.push(`${app} is not of the new version`)
  }
  await delay(2_000)
  const failed = ledger.count.unavailable - unavailable + ledger.count.cut - cut
  notes.push(`upgraded while ${ledger.acknowledged.size - booked} were booked: ${failed} bookings failed`)
  if (failed > 0) problems.push(`${failed} bookings failed during the upgrade`)

  upSince = Number.POSITIVE_INFINITY
  const awayMs = await boxes.replaceBoth()
  await ledger.recoveryFrom(performance.now())
  notes.push(`replaced both at once: none ready for ${seconds(awayMs)}`)
  await delay(2_000)
  upSince = performance.now()

  await load.stop()
  await load.repeat(20)
  const mailsLeft = async () => (await query<{ left: number }>(boxes.databaseUrl, LEFT))[0]?.left ?? 0
  if (!(await waitFor(async () => (await mailsLeft()) === 0, MAILS_WITHIN_MS)))
    problems.push(`${await mailsLeft()} mails were still to be sent`)
  const messages = { mails: await boxes.mails(), sms: [] }
  const checked = await check(boxes.databaseUrl, ledger, messages)
  await http.destroy()
  return reportOf({ ledger, messages, checked, recoveries, folder, more: { notes, problems } })
}

const LEFT = `SELECT count(*)::int AS left FROM pgboss.job
              WHERE name = 'confirmation-mail' AND state IN ('created', 'retry', 'active')`

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
