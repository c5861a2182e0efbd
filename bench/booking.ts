import { bareTransactions } from './support/bare-booking.ts'
import { inTurns } from './support/load.ts'
import { amount, beside } from './support/options.ts'
import { besideAnother } from './support/other-checkout.ts'
import { compared, type Row, twice } from './support/report.ts'
import { type Stack, startStack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = amount(5, 0.5)
/** Bookings of a clinic's first day, and those before them by which processes and connections become warm. */
const FIRST_DAY = amount(2_000, 200)
const WARM_UP = amount(200, 100)

export async function booking(): Promise<Row[]> {
  if (beside)
    return besideAnother('bookings', CONNECTIONS, (http) => {
      const slots = freeSlots()
      return () => bookOne(http, next(slots))
    })
  const rows = await withStack({ connections: CONNECTIONS, stored: amount(100_000, 1_000) }, besideBare)
  return [...rows, await firstDay()]
}

async function besideBare(stack: Stack): Promise<Row[]> {
  const slots = freeSlots()
  const bare = bareTransactions(stack.databaseUrl, CONNECTIONS)
  const load = (work: () => Promise<void>) => ({ connections: CONNECTIONS, seconds: SECONDS, work })
  const book = load(() => bookOne(stack.http, next(slots)))
  const loads = await inTurns({ book, again: book, bare: load(() => bare.book(next(slots))) })
  await bare.end()
  const pair = { ours: loads.book, reference: loads.bare, beside: 'bare transaction, the same rows' }
  return [
    twice('bookings', 'perSecond', loads.book, loads.again),
    compared('bookings, confirmation queued', 'perSecond', pair, { atLeast: 0.65, aim: 0.75 }),
  ]
}

/** A new clinic: nothing is stored, and nothing was analysed yet. Its bookings do not become slower as they become more. */
async function firstDay(): Promise<Row> {
  const stack = await startStack(CONNECTIONS)
  try {
    const slots = freeSlots()
    const hundred = async () => {
      const started = performance.now()
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          for (let n = 0; n < 100 / CONNECTIONS; n++) await bookOne(stack.http, next(slots))
        }),
      )
      return performance.now() - started
    }
    for (let n = 0; n < WARM_UP; n += 100) await hundred()
    const hundreds: number[] = []
    for (let n = 0; n < FIRST_DAY; n += 100) hundreds.push(await hundred())
    const [slowest, fastest] = [Math.max(...hundreds), Math.min(...hundreds)]
    const ratio = slowest / fastest
    return {
      what: `first ${FIRST_DAY} bookings of a new database: the slowest hundred`,
      measured: `${Math.round(slowest)} ms`,
      reference: `the fastest: ${Math.round(fastest)} ms`,
      ratio,
      goal: 'at most 1.5',
      holds: ratio <= 1.5,
    }
  } finally {
    await stack.stop()
  }
}
