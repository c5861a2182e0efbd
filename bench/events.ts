import { setTimeout as delay } from 'node:timers/promises'
import { barePool } from './support/bare-pool.ts'
import { memoryOf } from './support/memory.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { openStreams } from './support/streams.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const STREAMS = amount(500, 50)
const CHANGES = amount(200, 20)
/** So long memory is left to settle. */
const SETTLES_MS = 2_000

/** Bookings, one after the other, that many open dashboards are told of. */
export const events = (): Promise<Row[]> =>
  withStack({ connections: 1, stored: amount(100_000, 1_000) }, measureEvents)

async function measureEvents(stack: Stack): Promise<Row[]> {
  const slots = freeSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  await pool.end()
  const url = `${stack.url}/api/events`
  const book = () => bookOne(stack.http, next(slots))
  const settled = async () => {
    await delay(SETTLES_MS)
    return (await memoryOf(stack.server, 'cleared')).resident
  }

  // What every process takes for the first few is not the streams'.
  const first = await openStreams(url, headers, 20)
  for (let i = 0; i < 20; i++) await Promise.all([first.delivered(), book()])
  first.close()
  const before = await settled()

  const streams = await openStreams(url, headers, STREAMS)
  const times: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const delivered = streams.delivered()
    await book()
    const answered = performance.now()
    times.push(Math.max(0, (await delivered) - answered))
  }
  const megabytes = (await settled()) - before
  streams.close()
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  return [
    single(`a booking told to ${STREAMS} open dashboards, p99 from its answer to the last`, p99, 'ms', {
      atMost: 1_000,
    }),
    single('memory of these streams', megabytes, 'MB', { atMost: 60 }),
  ]
}
