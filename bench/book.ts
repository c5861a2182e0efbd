import { addDays, clinicDate, toInstant, weekdayOf } from '../domain/clinic-time.ts'
import { STORED_COLUMNS, STORED_JOINS } from '../server/appointments/stored.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { startBareServer } from './support/bare-server.ts'
import { benchClinic } from './support/clinic.ts'
import { inTurns, type Load, type Measured } from './support/load.ts'
import { type Bench, count, ms, type Report, table, times } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const CONNECTIONS = 4
const SECONDS = 3
const STORED = 100_000
const LIMIT = 3
/** With sixteen half-hours each, and one in twenty cancelled, some 60 visits a day. */
const DOCTORS = ['fct-okafor', 'fct-musa', 'fct-danjuma', 'fct-bench']

export const bookBench: Bench = {
  title: 'A day and a week of the book',
  what:
    `\`POST /appointments/fct?from&to&all=1\` with ${count(STORED)} appointments stored, ${CONNECTIONS} connections, beside the same query ` +
    `behind a bare HTTP server; three rounds of ${SECONDS} s in turns, the middle one.`,
  async run() {
    const stack = await startStack(CONNECTIONS)
    try {
      return await measure(stack)
    } finally {
      await stack.stop()
    }
  },
}

type Figures = { name: string; rows: number; loads: Record<'book' | 'served', Measured> }

async function measure(stack: Stack): Promise<Report> {
  const pool = barePool(stack.databaseUrl, 1)
  await pool.query(
    `INSERT INTO doctors (id, name, department, location, "position", active)
     VALUES ('fct-bench', 'Dr. Bench', 'General', 'fct', 99, false) ON CONFLICT DO NOTHING`,
  )
  await storeAppointments(stack.databaseUrl, STORED, { bookable: false, doctorIds: DOCTORS })
  const headers = await adminHeaders(pool)
  await pool.end()
  const today = clinicDate(new Date(), benchClinic.timeZone)
  const monday = addDays(today, 8 - (weekdayOf(today) || 7))
  const cases = [
    { name: 'a day', from: monday, to: monday },
    { name: 'a week of five days', from: monday, to: addDays(monday, 4) },
  ]
  const bare = await startBareServer(stack.databaseUrl, cases.map(bareOf), CONNECTIONS)
  const figures: Figures[] = []
  for (const [place, { name, from, to }] of cases.entries()) {
    const book = async () => {
      const path = `/api/appointments/fct?from=${from}&to=${to}&all=1`
      const { status, text } = await ask(stack.http, { method: 'POST', path, headers, body: '{}' })
      if (status !== 200) throw new Error(`the book answered ${status}: ${text}`)
      return JSON.parse(text) as { data: unknown[] }
    }
    const load = (work: () => Promise<unknown>): Load => ({
      connections: CONNECTIONS,
      seconds: SECONDS,
      work: async () => void (await work()),
    })
    const rows = (await book()).data.length
    const loads = await inTurns({
      served: load(async () => JSON.parse((await bare.rows(place)).text)),
      book: load(book),
    })
    figures.push({ name, rows, loads })
  }
  await bare.stop()
  return {
    findings: figures.map(({ name, rows, loads: { book, served } }) => ({
      asked: `${name}, ${rows} visits: p99 at most ${LIMIT} times that of the same query behind a bare HTTP server`,
      reached: `${times(book.p99 / served.p99)} times`,
      holds: book.p99 <= LIMIT * served.p99,
    })),
    tables: [
      table(
        ['', 'visits', 'per second', 'p50', 'p99', 'bare: per second', 'p50', 'p99'],
        figures.map(({ name, rows, loads: { book, served } }) => [
          name,
          count(rows),
          ...[book, served].flatMap((each) => [count(each.perSecond), ms(each.p50), ms(each.p99)]),
        ]),
      ),
    ],
  }
}

function bareOf({ from, to }: { from: string; to: string }): string {
  const at = (day: string) => toInstant(day, '00:00', benchClinic.timeZone).toISOString()
  return `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS}
    WHERE a.location = 'fct' AND a.status IN ('open', 'confirmed')
      AND a.starts_at >= '${at(from)}' AND a.starts_at < '${at(addDays(to, 1))}' ORDER BY a.starts_at, a.id`
}
