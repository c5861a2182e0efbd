import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { inTurns, type Load, type Measured } from './support/load.ts'
import { type Bench, count, ms, type Report, table } from './support/report.ts'
import { type Stack, withStack } from './support/stack.ts'
import { adminHeaders, staffHeaders } from './support/staff.ts'

const SECONDS = 1
const STORED = 100_000
const LIMIT_MS = 50

/** Ten records by one index: the least that a search takes. */
const found = (words: string) =>
  `SELECT id, first_name, last_name, birth_date, phone_digits FROM patients WHERE name_words @@ $q$${words}$q$::tsquery LIMIT 10`
const byDigits = `SELECT id, first_name, last_name, birth_date, phone_digits FROM patients WHERE phone_digits LIKE '%12345%' LIMIT 10`

const CASES = [
  { name: 'two common names', search: 'Eze Ada', bare: found("'eze':* & 'ada':*") },
  { name: 'a common name', search: 'Zainab', bare: found("'zainab':*") },
  { name: 'two letters', search: 'ob', bare: found("'ob':*") },
  { name: 'two letters of two names', search: 'ad ez', bare: found("'ad':* & 'ez':*") },
  { name: 'a rare name', search: 'nnaba', bare: found("'nnaba':*") },
  { name: 'part of a phone number', search: '12345', bare: byDigits },
] as const

export const patientsSearchBench: Bench = {
  title: 'The search for patients',
  what:
    `\`POST /patients/search\` with ${count(STORED)} patients, each with a visit, by an admin and by the desk of one location, one after the other, ` +
    `as one person types, beside the bare query of ten records by the same index; three rounds of ${SECONDS} s in turns, the middle one.`,
  run: () => withStack({ connections: 2, stored: STORED }, measure),
}

type Figures = { name: string; loads: Record<'admin' | 'desk' | 'bare', Measured> }

async function measure(stack: Stack): Promise<Report> {
  const pool = barePool(stack.databaseUrl, 2)
  const [admin, desk] = [await adminHeaders(pool), await staffHeaders(pool, 'reception', ['fct'])]
  const figures: Figures[] = []
  for (const { name, search, bare } of CASES) {
    const load = (work: () => Promise<unknown>): Load => ({
      connections: 1,
      seconds: SECONDS,
      work: async () => void (await work()),
    })
    const searched = async (headers: Record<string, string>) => {
      const request = { method: 'POST' as const, path: '/api/patients/search', headers }
      const { status, text } = await ask(stack.http, { ...request, body: JSON.stringify({ search }) })
      if (status !== 200) throw new Error(`the search answered ${status}: ${text}`)
      return (JSON.parse(text) as { data: unknown[] }).data
    }
    if ((await searched(admin)).length === 0) throw new Error(`${name}: nobody is there`)
    const loads = await inTurns({
      admin: load(() => searched(admin)),
      desk: load(() => searched(desk)),
      bare: load(() => pool.query({ name, text: bare })),
    })
    figures.push({ name, loads })
  }
  await pool.end()
  const slowest = Math.max(...figures.flatMap(({ loads }) => [loads.admin.p99, loads.desk.p99]))
  return {
    findings: [
      { asked: `p99 under ${LIMIT_MS} ms`, reached: `${ms(slowest)} at most`, holds: slowest < LIMIT_MS },
    ],
    tables: [
      table(
        ['search', 'admin p50', 'admin p99', 'desk p50', 'desk p99', 'bare p99'],
        figures.map(({ name, loads }) => [
          name,
          ms(loads.admin.p50),
          ms(loads.admin.p99),
          ms(loads.desk.p50),
          ms(loads.desk.p99),
          ms(loads.bare.p99),
        ]),
      ),
    ],
  }
}
