import { bareTransactions } from './support/bare-booking.ts'
import { inTurns } from './support/load.ts'
import { type Bench, loadsTable, type Report, times } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
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
  run: () => withStack({ connections: CONNECTIONS, stored: 100_000 }, measureBookings),
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
