import { barePool } from './support/bare-pool.ts'
import { bareDay } from './support/bare-queries.ts'
import { inTurns } from './support/load.ts'
import { amount, beside } from './support/options.ts'
import { besideAnother } from './support/other-checkout.ts'
import { compared, type Row, single, twice } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { askForDay } from './support/visitor.ts'

const CONNECTIONS = 10
const SECONDS = amount(5, 0.5)

export async function availability(): Promise<Row[]> {
  if (beside)
    return besideAnother('availability of a day', CONNECTIONS, (http) => {
      let turn = 0
      return () => askForDay(http, 1 + (turn++ % 60))
    })
  return withStack({ connections: CONNECTIONS, stored: amount(100_000, 1_000) }, besideBare)
}

async function besideBare(stack: Stack): Promise<Row[]> {
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  let turn = 0
  const day = () => 1 + (turn++ % 60)
  const load = (work: () => Promise<void>) => ({ connections: CONNECTIONS, seconds: SECONDS, work })
  const ask = load(() => askForDay(stack.http, day()))
  const bare = load(async () => {
    const [text, values] = bareDay(day())
    await pool.query({ name: 'bare-day', text, values })
  })
  const loads = await inTurns({ ask, again: ask, bare })
  await pool.end()
  const pair = { ours: loads.ask, reference: loads.bare, beside: 'its bare query' }
  return [
    twice('availability of a day', 'perSecond', loads.ask, loads.again),
    compared('availability of a day', 'perSecond', pair, { atLeast: 0.5 }),
    single('availability of a day, p99', loads.ask.p99, 'ms', { atMost: 20 }),
  ]
}
