import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { ask } from './support/ask.ts'
import { benchClinic } from './support/clinic.ts'
import { type Measured, measure, median } from './support/load.ts'
import { barePool, PORTAL_HEADERS, type Stack } from './support/stack.ts'

const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 3

/** GET /availability of one day with 100,000 appointments stored, beside the bare query it needs. */
export async function benchAvailability(stack: Stack): Promise<{ availability: Measured; bare: Measured }> {
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  const today = clinicDate(new Date(), benchClinic.timeZone)
  const day = (turn: number) => addDays(today, 1 + (turn % 60))
  let turn = 0

  const runs: Measured[] = []
  const bares: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bares.push(
      await measure({
        connections: CONNECTIONS,
        seconds: SECONDS,
        work: async () => {
          const from = day(turn++)
          await pool.query({
            name: 'bare-day',
            text: `SELECT doctor_id, starts_at, ends_at FROM appointments
                   WHERE location = 'fct' AND starts_at >= $1 AND starts_at < $2 AND status <> 'cancelled'`,
            values: [`${from}T00:00:00+01:00`, `${addDays(from, 1)}T00:00:00+01:00`],
          })
        },
      }),
    )
    runs.push(
      await measure({
        connections: CONNECTIONS,
        seconds: SECONDS,
        work: async () => {
          const from = day(turn++)
          const { status, text } = await ask(stack.http, {
            method: 'GET',
            path: `/api/availability?location=fct&from=${from}&to=${from}`,
            headers: PORTAL_HEADERS,
          })
          if (status !== 200) throw new Error(`availability answered ${status}: ${text}`)
        },
      }),
    )
  }
  await pool.end()
  return { availability: median(runs), bare: median(bares) }
}
