import { barePool } from './support/bare-pool.ts'
import { bareDay } from './support/bare-queries.ts'
import { inTurns } from './support/load.ts'
import { type Bench, loadsTable, ms, type Report } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { askForDay } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = 5
/** Availabilities of a day per second of the peer on a machine of the same kind; README.md says which and how. */
const PEERS = 381

export const availabilityBench: Bench = {
  title: 'Availability of a day',
  what:
    `\`GET /availability\` beside the bare query it needs; ${CONNECTIONS} connections, three rounds of ${SECONDS} s in turns, ` +
    'the middle one; 100,000 appointments stored.',
  run: () => withStack({ connections: CONNECTIONS, stored: 100_000 }, measureAvailability),
}

async function measureAvailability(stack: Stack): Promise<Report> {
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  let turn = 0
  const day = () => 1 + (turn++ % 60)
  const load = (work: () => Promise<void>) => ({ connections: CONNECTIONS, seconds: SECONDS, work })
  const loads = await inTurns({
    'availability of a day': load(() => askForDay(stack.http, day())),
    'bare query': load(async () => {
      const [text, values] = bareDay(day())
      await pool.query({ name: 'bare-day', text, values })
    }),
  })
  await pool.end()
  const { perSecond, p99 } = loads['availability of a day']
  return {
    findings: [
      {
        asked: `at least 5 times the peer's ${PEERS} per second`,
        reached: `${(perSecond / PEERS).toFixed(1)} times`,
        holds: perSecond >= 5 * PEERS,
      },
      { asked: 'p99 under 20 ms', reached: ms(p99), holds: p99 < 20 },
    ],
    tables: [loadsTable(loads)],
  }
}
