import { bareTransactions } from './support/bare-booking.ts'
import { inTurns } from './support/load.ts'
import { type Bench, type Finding, loadsTable, type Report, times } from './support/report.ts'
import { type Stack, startStack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = 5
/** Bookings per second of the peer on a machine of the same kind; README.md says which and how. */
const PEERS = 129

export const bookingBench: Bench = {
  title: 'Bookings',
  what:
    `\`POST /appointments/book\` on one process, confirmation job included, beside two bare transactions (BEGIN, INSERT, ` +
    `COMMIT); ${CONNECTIONS} connections each, three rounds of ${SECONDS} s in turns, the middle one; 100,000 appointments stored.`,
  run: async () => {
    const { findings, tables } = await withStack(
      { connections: CONNECTIONS, stored: 100_000 },
      measureBookings,
    )
    return { findings: [...findings, await firstDay()], tables }
  },
}

/** Bookings of a clinic's first day, and those before them by which processes and connections become warm. */
const FIRST_DAY = 2_000
const WARM_UP = 200

/** A new clinic: nothing is stored, and nothing was analysed yet. Its bookings do not become slower as they become more. */
async function firstDay(): Promise<Finding> {
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
    const ratio = Math.max(...hundreds) / Math.min(...hundreds)
    return {
      asked: `the first day, ${FIRST_DAY} bookings of a new database: the slowest hundred at most 1.5 times the fastest`,
      reached: times(ratio),
      holds: ratio <= 1.5,
    }
  } finally {
    await stack.stop()
  }
}

async function measureBookings(stack: Stack): Promise<Report> {
  const slots = freeSlots()
  const bare = await bareTransactions(stack.databaseUrl, CONNECTIONS)
  const load = (work: () => Promise<void>) => ({ connections: CONNECTIONS, seconds: SECONDS, work })
  const loads = await inTurns({
    booking: load(() => bookOne(stack.http, next(slots))),
    "the booking's statement alone, without the server": load(() => bare.statement(next(slots))),
    'bare transaction, all rows of a booking': load(() => bare.allRows(next(slots))),
    'bare transaction, the INSERT alone': load(() => bare.insertAlone(next(slots))),
  })
  await bare.end()
  const { perSecond } = loads.booking
  const ofRows = perSecond / loads['bare transaction, all rows of a booking'].perSecond
  const ofInsert = perSecond / loads['bare transaction, the INSERT alone'].perSecond
  return {
    findings: [
      {
        asked: 'at least half of the bare transaction that writes the same rows',
        reached: times(ofRows),
        holds: ofRows >= 0.5,
      },
      {
        asked: 'at least half of the bare INSERT alone',
        reached: times(ofInsert),
        holds: ofInsert >= 0.5,
      },
      {
        asked: `aim: 10 times the peer's ${PEERS} per second`,
        reached: `${(perSecond / PEERS).toFixed(1)} times`,
        holds: perSecond >= 10 * PEERS,
      },
    ],
    tables: [loadsTable(loads)],
  }
}
