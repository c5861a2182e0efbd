import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { allSlots, bookOne, next } from './booking.ts'
import { adminHeaders } from './support/admin.ts'
import { ask } from './support/ask.ts'
import { MEASURABLE, residentMegabytes } from './support/memory.ts'
import { barePool, type Stack } from './support/stack.ts'
import { openStreams } from './support/streams.ts'

const STREAMS = 500
const CHANGES = 200
/** So long memory is left to settle, in milliseconds. */
const SETTLE_MS = 2_000

export type Delivery = {
  /** Megabytes that the process holds more with the streams open, changes delivered included. */
  megabytes: number
  /** Milliseconds from the answer to the delivery to the last stream. */
  p50: number
  p99: number
}

/**
 * 500 open streams on one server process: what they cost in memory, and how long a booking takes from its answer to
 * all of them. Beside it a bare server that answers and writes the same bytes to as many.
 */
export async function benchEvents(
  stack: Stack,
): Promise<{ ours: Delivery; bare: Delivery; streams: number }> {
  const slots = allSlots()
  const pool = barePool(stack.databaseUrl, 1)
  const bearer = await adminHeaders(pool)
  await pool.end()
  const ours = await deliver(stack.server, `${stack.url}/api/events`, bearer, () =>
    bookOne(stack, next(slots)),
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
  return { ours, bare, streams: STREAMS }
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
  const before = await residentMegabytes(server)

  const streams = await openStreams(url, headers, STREAMS)
  const times: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const delivered = streams.delivered()
    await change()
    const answered = performance.now()
    times.push(Math.max(0, (await delivered) - answered))
  }
  await delay(SETTLE_MS)
  const megabytes = (await residentMegabytes(server)) - before
  streams.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { megabytes, p50: at(0.5), p99: at(0.99) }
}
