import { setTimeout as delay } from 'node:timers/promises'
import { inTurns, type Load } from './support/load.ts'
import { memoryOf, watchMemory } from './support/memory.ts'
import { amount } from './support/options.ts'
import { compared, type Row, single, twice } from './support/report.ts'
import { type RunningServer, type Stack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

/** Database connections of every load, shared out among its processes. */
const CONNECTIONS = 12
const SECONDS = amount(5, 0.5)
/** Until a start's work is done. */
const SETTLES_MS = amount(30_000, 0)

export const processes = (): Promise<Row[]> =>
  withStack({ connections: CONNECTIONS, processes: 2, stored: amount(100_000, 1_000) }, measure)

async function measure({ servers }: Stack): Promise<Row[]> {
  const slots = freeSlots()
  const booking = (processes: number): Load => ({
    connections: CONNECTIONS,
    seconds: SECONDS,
    work: (connection) => bookOne((servers[connection % processes] as RunningServer).http, next(slots)),
  })
  const children = servers.map(({ process }) => process)
  await delay(SETTLES_MS)
  const idle = await Promise.all(children.map((child) => memoryOf(child, 'as it is')))
  const memory = watchMemory(children)
  const loads = await inTurns({ one: booking(1), again: booking(1), two: booking(2) })
  const most = await memory.stop()
  const pair = { ours: loads.two, reference: loads.one, beside: 'one process' }
  return [
    twice('bookings, one process', 'perSecond', loads.one, loads.again),
    compared('bookings, two processes', 'perSecond', pair, { atLeast: 0.85 }),
    single('memory of a process that nobody asks', Math.max(...idle.map(({ resident }) => resident)), 'MB', {
      atMost: 150,
    }),
    single('memory of a process under these bookings, at most', most, 'MB', {
      atMost: 270,
    }),
  ]
}
