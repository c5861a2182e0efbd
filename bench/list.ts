import { addDays } from '../domain/clinic-time.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { FIRST_PAGE } from './support/bare-queries.ts'
import { startBareServer } from './support/bare-server.ts'
import { inTurns, type Load, measure } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, single, twice } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const CONNECTIONS = 10
const SECONDS = amount(3, 0.3)
/** So many, for a clinic's list is to be as fast after years as on the first day. */
const STORED = amount(1_000_000, 20_000)

/** One caller asks, as one person types. */
const SEARCHES = [
  { name: 'a rare name', search: 'nnabashi' },
  { name: 'a common name', search: 'Zainab' },
  { name: 'two common names', search: 'Eze Ada' },
  { name: 'two letters', search: 'ob' },
  { name: 'part of a phone number', search: '12345' },
  { name: 'a reference', search: 'A33C467A' },
]

/** The list of appointments of 24 years, each of a visitor with a record of its own. */
export async function list(): Promise<Row[]> {
  const stack = await startStack(CONNECTIONS)
  try {
    await storeAppointments(stack.databaseUrl, STORED, { bookable: false })
    return await measureLists(stack)
  } finally {
    await stack.stop()
  }
}

async function measureLists(stack: Stack): Promise<Row[]> {
  const pool = barePool(stack.databaseUrl, 1)
  const headers = await adminHeaders(pool)
  await pool.end()
  const bare = await startBareServer(stack.databaseUrl, [FIRST_PAGE], CONNECTIONS)
  const page = async (path: string, search?: string) => {
    const request = { method: 'POST' as const, path: `/api/appointments/${path}`, headers }
    const { status, text } = await ask(stack.http, { ...request, body: JSON.stringify({ search }) })
    if (status !== 200) throw new Error(`the list answered ${status}: ${text}`)
    return JSON.parse(text) as { data: unknown[]; paging: { totalPages: number } }
  }
  const load = (work: () => Promise<unknown>, connections = CONNECTIONS): Load => ({
    connections,
    seconds: SECONDS,
    work: async () => void (await work()),
  })
  const { totalPages } = (await page('fct')).paging
  const first = load(() => page('fct'))
  const loads = await inTurns({
    first,
    again: first,
    served: load(async () => JSON.parse((await bare.rows(0)).text)),
    last: load(() => page(`fct?page=${totalPages}`)),
  })
  await bare.stop()
  const pair = { ours: loads.first, reference: loads.served, beside: 'its query behind a bare server' }
  const lastPair = { ours: loads.last, reference: loads.first, beside: 'the first page' }
  const rows = [
    twice('first page of a location', 'p99', loads.first, loads.again),
    compared(`first page of a location among ${STORED.toLocaleString('en')}`, 'p99', pair, { atMost: 3 }),
    compared('the last page there', 'p50', lastPair, { atMost: 1.2 }),
  ]
  let days = 0
  for (const { name, search } of SEARCHES) {
    // Each time with another last day, so that nothing that was found before is of use.
    const anew = () => page(`all?cancelled=1&to=${addDays('2100-01-01', days++)}`, search)
    const { p99 } = await measure(load(anew, 1))
    rows.push(single(`search there, ${name}, never asked before: p99`, p99, 'ms', { atMost: 100 }))
  }
  return rows
}
