import { addDays, clinicDate, toInstant, weekdayOf } from '../domain/clinic-time.ts'
import { STORED_COLUMNS, STORED_JOINS } from '../server/book/visits/appointment-row.ts'
import { storeAppointments } from './support/appointments.ts'
import { ask } from './support/ask.ts'
import { barePool } from './support/bare-pool.ts'
import { startBareServer } from './support/bare-server.ts'
import { benchClinic } from './support/clinic.ts'
import { inTurns } from './support/load.ts'
import { amount } from './support/options.ts'
import { compared, type Row, twice } from './support/report.ts'
import { type Stack, startStack } from './support/stack.ts'
import { adminHeaders } from './support/staff.ts'

const CONNECTIONS = 4
const SECONDS = amount(3, 0.5)
const STORED = amount(100_000, 10_000)
/** With sixteen half-hours each, and one in twenty cancelled, some 60 visits a day. */
const DOCTORS = ['fct-okafor', 'fct-musa', 'fct-danjuma', 'fct-bench']

/** A day and a week of the calendar, beside the same query behind a bare HTTP server. */
export async function day(): Promise<Row[]> {
  const stack = await startStack(CONNECTIONS)
  try {
    return await measure(stack)
  } finally {
    await stack.stop()
  }
}

async function measure(stack: Stack): Promise<Row[]> {
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
  const rows: Row[] = []
  for (const [place, { name, from, to }] of cases.entries()) {
    const book = async () => {
      const path = `/api/appointments/fct?from=${from}&to=${to}&all=1`
      const { status, text } = await ask(stack.http, { method: 'POST', path, headers, body: '{}' })
      if (status !== 200) throw new Error(`the day answered ${status}: ${text}`)
      return JSON.parse(text) as { data: unknown[] }
    }
    const load = (work: () => Promise<unknown>) => ({
      connections: CONNECTIONS,
      seconds: SECONDS,
      work: async () => void (await work()),
    })
    const what = `${name}, ${(await book()).data.length} visits`
    const served = load(async () => JSON.parse((await bare.rows(place)).text))
    const loads = await inTurns({ ours: load(book), again: load(book), served })
    const pair = { ours: loads.ours, reference: loads.served, beside: 'its query behind a bare server' }
    rows.push(twice(what, 'p99', loads.ours, loads.again), compared(what, 'p99', pair, { atMost: 3 }))
  }
  await bare.stop()
  return rows
}

function bareOf({ from, to }: { from: string; to: string }): string {
  const at = (day: string) => toInstant(day, '00:00', benchClinic.timeZone).toISOString()
  return `SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS}
    WHERE a.location = 'fct' AND a.status IN ('open', 'confirmed')
      AND a.starts_at >= '${at(from)}' AND a.starts_at < '${at(addDays(to, 1))}' ORDER BY a.starts_at, a.id`
}
