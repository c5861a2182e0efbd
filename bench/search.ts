import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { measure } from './support/load.ts'
import { amount } from './support/options.ts'
import { type Row, single } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders, staffHeaders } from './support/staff.ts'

const SECONDS = amount(2, 0.3)
const SEARCHES = {
  'two common names': 'Eze Ada',
  'a common name': 'Zainab',
  'two letters': 'ob',
  'two letters of two names': 'ad ez',
  'a rare name': 'nnaba',
  'part of a phone number': '12345',
}

/** The search for patients among 100,000, one after the other, as one person types. */
export const search = (): Promise<Row[]> =>
  withStack({ connections: 1, stored: amount(100_000, 20_000) }, measureSearches)

async function measureSearches(stack: Stack): Promise<Row[]> {
  const pool = barePool(stack.databaseUrl, 1)
  const callers = {
    'an admin': await adminHeaders(pool),
    'the desk of one location': await staffHeaders(pool, 'reception', ['fct']),
  }
  await pool.end()
  const rows: Row[] = []
  for (const [name, search] of Object.entries(SEARCHES))
    for (const [caller, headers] of Object.entries(callers)) {
      const work = async () => {
        const request = { method: 'POST' as const, path: '/api/patients/search', headers }
        const { status, text } = await ask(stack.http, { ...request, body: JSON.stringify({ search }) })
        if (status !== 200) throw new Error(`the search answered ${status}: ${text}`)
      }
      const { p99 } = await measure({ connections: 1, seconds: SECONDS, work })
      rows.push(single(`search for patients by ${caller}, ${name}: p99`, p99, 'ms', { atMost: 50 }))
    }
  return rows
}
