import { bareTransactions } from './support/bare-booking.ts'
import { inTurns, type Load } from './support/load.ts'
import { watchHealth } from './support/memory.ts'
import { type Bench, loadsTable, megabytes, type Report, times } from './support/report.ts'
import { type RunningServer, type Stack, withStack } from './support/stack.ts'
import { bookOne, freeSlots, next } from './support/visitor.ts'

/** So many for every load; they divide among one, two and three processes. */
const CONNECTIONS = 12
const SECONDS = 5
/** Bookings per second of the peer on a machine of the same kind; README.md says which and how. */
const PEERS = 129

export const processesBench: Bench = {
  title: 'Bookings with one, two and three processes',
  what:
    `\`POST /appointments/book\` on ${CONNECTIONS} connections spread over the processes of one PostgreSQL, beside bare ` +
    `transactions on as many; three rounds of ${SECONDS} s in turns, the middle one; 100,000 appointments stored.`,
  run: () => withStack({ connections: CONNECTIONS, processes: 3, stored: 100_000 }, measureProcesses),
}

async function measureProcesses(stack: Stack): Promise<Report> {
  const slots = freeSlots()
  const bare = await bareTransactions(stack.databaseUrl, CONNECTIONS)
  const load = (work: Load['work']): Load => ({ connections: CONNECTIONS, seconds: SECONDS, work })
  const booking = (processes: number) =>
    load((connection) => {
      const { http } = stack.servers[connection % processes] as RunningServer
      return bookOne(http, next(slots))
    })
  const health = watchHealth(stack.servers.map((server) => server.process))
  const loads = await inTurns({
    'bare transaction, all rows of a booking': load(() => bare.allRows(next(slots))),
    'bare transaction, the INSERT alone': load(() => bare.insertAlone(next(slots))),
    '1 process': booking(1),
    '2 processes': booking(2),
    '3 processes': booking(3),
  })
  const courses = await health.stop()
  await bare.end()

  const best = Math.max(
    loads['1 process'].perSecond,
    loads['2 processes'].perSecond,
    loads['3 processes'].perSecond,
  )
  const ofBare = (reference: keyof typeof loads) => best / loads[reference].perSecond
  return {
    findings: [
      {
        asked: 'bookings at least half of the bare transaction that writes the same rows',
        reached: times(ofBare('bare transaction, all rows of a booking')),
        holds: ofBare('bare transaction, all rows of a booking') >= 0.5,
      },
      {
        asked: 'of the bare INSERT alone',
        reached: times(ofBare('bare transaction, the INSERT alone')),
        holds: ofBare('bare transaction, the INSERT alone') >= 0.5,
      },
      {
        asked: `aim: 10 times the peer's ${PEERS} per second`,
        reached: `${(best / PEERS).toFixed(1)} times`,
        holds: best >= 10 * PEERS,
      },
      {
        asked: 'under 250 MB per process at full load',
        reached: courses.map(({ most }) => megabytes(most)).join(', '),
        holds: courses.every(({ most }) => most < 250),
      },
    ],
    tables: [loadsTable(loads)],
  }
}
