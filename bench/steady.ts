import type { Pool } from 'undici'
import { arrivals } from './support/arrivals.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { measure } from './support/load.ts'
import { memoryOf, watchMemory } from './support/memory.ts'
import { amount, minutes } from './support/options.ts'
import { type Row, single } from './support/report.ts'
import { type RunningServer, type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { askForDay, bookOne, freeSlots, next } from './support/visitor.ts'

const PROCESSES = 2
const CONNECTIONS = 10
/** For so long both processes show what they can sustain, confirmations included. */
const SUSTAINED_SECONDS = amount(300, 2)
const SECONDS = amount(minutes * 60, 3)
/** Of the bookings: how many times as many look at a day before, and how many pages of the list the desk reads. */
const DAYS_ASKED = 0.5
const PAGES_READ = 0.1

/**
 * Half of the bookings that two processes sustain, arriving at random moments whatever is under way, each one timed from when it was
 * due, and beside them people who look at a day and at the list.
 */
export const steady = (): Promise<Row[]> =>
  withStack(
    { connections: 2 * CONNECTIONS, processes: PROCESSES, stored: amount(100_000, 1_000) },
    measureSteady,
  )

async function measureSteady(stack: Stack): Promise<Row[]> {
  const slots = freeSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  await pool.end()
  let turn = 0
  const inTurn = () => (stack.servers[turn++ % PROCESSES] as RunningServer).http
  const booking = () => bookOne(inTurn(), next(slots))

  const full = await measure({ connections: CONNECTIONS, seconds: SUSTAINED_SECONDS, work: booking })
  const perSecond = full.perSecond / 2
  const before = await cleared(stack)
  const memory = watchMemory(stack.servers.map((server) => server.process))
  const steadily = (share: number, work: () => Promise<void>) =>
    arrivals({ perSecond: perSecond * share, seconds: SECONDS, work })
  const [bookings, days, pages] = await Promise.all([
    steadily(1, booking),
    steadily(DAYS_ASKED, () => askForDay(inTurn(), 1 + (turn % 60))),
    steadily(PAGES_READ, () => readPage(inTurn(), headers)),
  ])
  const most = await memory.stop()
  const after = await cleared(stack)
  const growth = after.map((one, at) => one - (before[at] ?? Number.NaN))
  return [
    single(`bookings that two processes sustain for ${SUSTAINED_SECONDS} s`, full.perSecond, 'a second'),
    single(`half of them for ${SECONDS} s: p99 of a booking, from when it was due`, bookings.p99, 'ms', {
      atMost: 250,
    }),
    single('the same: p50 of a booking', bookings.p50, 'ms'),
    single('the same: p99 of availability', days.p99, 'ms'),
    single('the same: p99 of a page of the list', pages.p99, 'ms'),
    single('the same: memory of a process, at most', most, 'MB', { atMost: 270 }),
    single('the same: growth of what is not rubbish', Math.max(...growth), 'MB', { atMost: 10 }),
  ]
}

const cleared = (stack: Stack) =>
  Promise.all(stack.servers.map(async ({ process }) => (await memoryOf(process, 'cleared')).objects))

async function readPage(http: Pool, headers: Record<string, string>): Promise<void> {
  const request = { method: 'POST' as const, path: '/api/appointments/fct', headers, body: '{}' }
  const { status, text } = await ask(http, request)
  if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
}
