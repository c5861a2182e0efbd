import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { healthOf, MEASURABLE } from './support/memory.ts'
import { type Bench, megabytes, ms, type Report, table } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'
import { openStreams } from './support/streams.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const STREAMS = 500
const CHANGES = 200
/** So long memory is left to settle, in milliseconds. */
const SETTLE_MS = 2_000

type Delivery = {
  /** Megabytes that the process holds more with the streams open, changes delivered included. */
  megabytes: number
  /** Milliseconds from the answer to the delivery to the last stream. */
  p50: number
  p99: number
}

export const eventsBench: Bench = {
  title: 'Events',
  what:
    `${STREAMS} streams open on one server process, ${CHANGES} bookings one after the other; beside it a bare server that answers and ` +
    'writes the same bytes to as many. Memory is resident memory, with rubbish cleared away before.',
  run: () => withStack({ connections: 1, stored: 100_000 }, measureEvents),
}

async function measureEvents(stack: Stack): Promise<Report> {
  const slots = freeSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const bearer = await adminHeaders(pool)
  await pool.end()
  const ours = await deliver(stack.server, `${stack.url}/api/events`, bearer, () =>
    bookOne(stack.http, next(slots)),
  )

  const server = fork(new URL('./bare-streams.ts', import.meta.url), MEASURABLE)
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const http = new Pool(url, { connections: 1 })
  const bare = await deliver(server, url, {}, async () => {
    const event = { type: 'appointment', change: 'booked', id: randomUUID(), location: 'lag', version: 1 }
    await ask(http, { method: 'POST', path: '/', headers: {}, body: JSON.stringify(event) })
  })
  await http.close()
  server.kill()
  return {
    findings: [
      {
        asked: `${STREAMS} streams with under 200 MB more memory`,
        reached: megabytes(ours.megabytes),
        holds: ours.megabytes < 200,
      },
      { asked: 'delivery to all within 1 s (p99)', reached: ms(ours.p99), holds: ours.p99 < 1_000 },
    ],
    tables: [
      table(
        ['', 'after the answer p50', 'p99', 'memory'],
        Object.entries({ 'a booking to all streams': ours, 'a bare server': bare }).map(
          ([name, delivery]) => [
            name,
            ms(delivery.p50),
            ms(delivery.p99),
            `${megabytes(delivery.megabytes)} more`,
          ],
        ),
      ),
    ],
  }
}

/** @param change makes a change, and is over when it was answered */
async function deliver(
  server: ChildProcess,
  url: string,
  headers: Record<string, string>,
  change: () => Promise<void>,
): Promise<Delivery> {
  // What every process takes for the first few is not the streams'.
  const first = await openStreams(url, headers, 20)
  for (let i = 0; i < 20; i++) await Promise.all([first.delivered(), change()])
  first.close()
  await delay(SETTLE_MS)
  const before = (await healthOf(server, 'cleared')).megabytes

  const streams = await openStreams(url, headers, STREAMS)
  const times: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const delivered = streams.delivered()
    await change()
    const answered = performance.now()
    times.push(Math.max(0, (await delivered) - answered))
  }
  await delay(SETTLE_MS)
  const megabytes = (await healthOf(server, 'cleared')).megabytes - before
  streams.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { megabytes, p50: at(0.5), p99: at(0.99) }
}
