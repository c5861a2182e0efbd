import type { Pool } from 'undici'
import { arrivals } from './support/arrivals.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { measure } from './support/load.ts'
import { healthOf, watchHealth } from './support/memory.ts'
import { type Bench, count, loadsTable, megabytes, ms, type Report, table } from './support/report.ts'
import { type RunningServer, type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { askForDay, bookOne, freeSlots, next } from './support/visitor.ts'

const PROCESSES = 2
const CONNECTIONS = 10
/** Half an hour is what is asked of the memory; five minutes are for a sitting of all. */
const MINUTES = Number(process.env.STEADY_MINUTES ?? 5)
/** Most that a process may hold, in megabytes. */
const MEMORY = 250
/** What a process cannot do without may grow by less than this, in megabytes: code compiled on the way, full caches. */
const GROWTH = 10
/** Of the bookings: how many times as many look at a day before, and how many pages of the list the desk reads. */
const DAYS_ASKED = 0.5
const PAGES_READ = 0.1

export const steadyBench: Bench = {
  title: `${MINUTES} minutes at half the load`,
  what:
    `bookings at half of what ${PROCESSES} processes did just before, arriving at random moments whatever is under way, ` +
    'each one timed from when it was due; beside them half as many who ask for a day and a tenth as many pages of the list. ' +
    'Memory is resident memory as it is, looked at every 5 s; only before and after it is rubbish cleared away.',
  run: () =>
    withStack({ connections: 2 * CONNECTIONS, processes: PROCESSES, stored: 100_000 }, measureSteady),
}

async function measureSteady(stack: Stack): Promise<Report> {
  const slots = freeSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  await pool.end()
  let turn = 0
  const inTurn = () => (stack.servers[turn++ % PROCESSES] as RunningServer).http
  const booking = () => bookOne(inTurn(), next(slots))

  const full = await measure({ connections: CONNECTIONS, seconds: 10, work: booking })
  const perSecond = full.perSecond / 2
  const before = await cleared(stack)
  const health = watchHealth(stack.servers.map((server) => server.process))
  const steadily = (share: number, work: () => Promise<void>) =>
    arrivals({ perSecond: perSecond * share, seconds: MINUTES * 60, work })
  const [bookings, days, pages] = await Promise.all([
    steadily(1, booking),
    steadily(DAYS_ASKED, () => askForDay(inTurn(), 1 + (turn % 60))),
    steadily(PAGES_READ, () => readPage(inTurn(), headers)),
  ])
  const courses = await health.stop()
  const after = await cleared(stack)
  const growth = after.map((one, at) => one - (before[at] ?? Number.NaN))

  return {
    findings: [
      {
        asked: `memory of a process under ${MEMORY} MB all the time`,
        reached: `at most ${courses.map(({ most }) => megabytes(most)).join(' and ')}`,
        holds: courses.every(({ most }) => most < MEMORY),
      },
      {
        asked: `no growth: with rubbish cleared away, objects of less than ${GROWTH} MB more after ${MINUTES} minutes`,
        reached: growth.map((one) => `${one.toFixed(1)} MB`).join(' and '),
        holds: growth.every((one) => one < GROWTH),
      },
      {
        asked: 'p50 and p99 of a booking',
        reached: `${ms(bookings.p50)} and ${ms(bookings.p99)} at ${count(perSecond)} per second`,
        holds: null,
      },
    ],
    tables: [
      loadsTable({
        [`bookings, as many as go (${CONNECTIONS} connections)`]: full,
        'bookings, half as many': bookings,
        'availability of a day beside them': days,
        'first page of a location beside them': pages,
      }),
      table(
        [
          'process',
          'at the start',
          'at the end',
          'most',
          'growth in the second half',
          'event loop late (p99 of 5 s, worst)',
        ],
        courses.map(({ start, end, most, slope, lateMs }, at) => [
          String(at + 1),
          megabytes(start),
          megabytes(end),
          megabytes(most),
          `${slope.toFixed(2)} MB/min`,
          ms(lateMs),
        ]),
      ),
    ],
  }
}

const cleared = (stack: Stack) =>
  Promise.all(stack.servers.map(async ({ process }) => (await healthOf(process, 'cleared')).objectMegabytes))

async function readPage(http: Pool, headers: Record<string, string>): Promise<void> {
  const { status, text } = await ask(http, {
    method: 'POST',
    path: '/api/appointments/fct',
    headers,
    body: '{}',
  })
  if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
}
