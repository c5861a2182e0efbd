import { expect, it } from 'vitest'
import clinicConfig from '../clinic.config.ts'
import { addDays } from '../domain/clinic-time.ts'
import { currentBlockers } from '../server/book/blocked/current.ts'
import { sweepRecalls } from '../server/book/waiting-list/recalls.ts'
import { offerFreedTimes } from '../server/book/waiting-list/sweep.ts'
import { sweepReminders } from '../server/messages/reminders/sweep.ts'
import { housekeeping } from '../server/operations/retention/housekeeping.ts'
import { type Answer, startClinic } from './support/clinic.ts'

/*
 * A clinic's first day: statements are planned while the tables are empty, and connections use those plans until the
 * first ANALYZE. So no statement may read a growing table as a whole, whatever the planner knows of it.
 */

type Clinic = Awaited<ReturnType<typeof startClinic>>

const BOOKED = 500
/** While a table has but these rows, a plan may read it as a whole. */
const FIRST = 50
/** Tables that do not grow from day to day. */
const SMALL = new Set([
  'api_keys',
  'blocker_changes',
  'blockers',
  'calendar_feeds',
  'devices',
  'doctors',
  'invitations',
  'secrets',
  'services',
  'staff',
  'webhooks',
])

const PASSWORD = 'Correct-horse-9-battery'
const DAYS = 80
const TIMES = Array.from(
  { length: 24 },
  (_, i) => `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
)
const DOCTORS = ['fct-okafor', 'fct-musa', 'fct-danjuma']
const LONG_DAYS = Array(7).fill([{ from: '08:00', to: '20:00' }])
const locations = clinicConfig.locations.map((location) => ({ ...location, openingHours: LONG_DAYS }))

/** A name of letters for each number. */
const nameOf = (n: number) =>
  `Ada${String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

const slotOf = (n: number) => ({
  appointment_date: addDays('2030-03-05', n % DAYS),
  start_time: TIMES[Math.floor(n / DAYS) % TIMES.length] ?? '',
  doctor: DOCTORS[Math.floor(n / DAYS / TIMES.length)] ?? '',
})

it('the first 500 bookings never scan a growing table', async () => {
  await using clinic = await startClinic({ clinic: { locations } })
  const { bearer } = await clinic.signedIn({ username: 'desk', password: PASSWORD })

  for (let n = 0; n < FIRST; n += 1) await book(clinic, n)
  for (let n = 0; n < 8; n += 1) await theDay(clinic, bearer, n)
  const before = await wholeReads(clinic)
  for (let n = FIRST; n < BOOKED; n += 1) await book(clinic, n)
  for (let n = 8; n < 16; n += 1) await theDay(clinic, bearer, n)

  const after = await wholeReads(clinic)
  const grown = [...after].map(([table, reads]) => [table, reads - (before.get(table) ?? 0)] as const)
  expect(grown.filter(([, reads]) => reads > 0)).toEqual([])
})

/** Each visitor has a contact of their own. */
async function book(clinic: Clinic, n: number): Promise<void> {
  const { doctor, ...slot } = slotOf(n)
  const contact = { email: `p${n}@example.com`, phone_number: `0803${String(1_000_000 + n)}` }
  done(await clinic.book({ ...slot, ...contact, doctor_id: doctor, surname: nameOf(n) }))
}

/** The queries of a desk and of the server's own work in a day, each once. */
async function theDay(clinic: Clinic, bearer: Record<string, string>, n: number): Promise<void> {
  const { pool } = clinic.database
  const ask = async (method: string, path: string, body?: unknown, more = {}) =>
    done(await clinic.call(method, `/api${path}`, body, { ...bearer, ...more }))
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const slot = slotOf(5_000 + 2 * n)
  const patient = { firstName: 'Ngozi', lastName: nameOf(n), phoneNumber: `0805${String(1_000_000 + n)}` }
  const booked = await ask(
    'POST',
    '/appointments/desk',
    { location: 'fct', ...slot, channel: 'phone', patient },
    key(),
  )
  const { id } = booked.body.data as { id: string }
  await ask('GET', `/appointments/${id}`)
  const { doctor, ...moved } = slotOf(5_001 + 2 * n)
  await ask('PATCH', `/appointments/${id}`, { move: { ...moved, doctor } }, key())
  await ask('POST', `/appointments/fct?status=1&page=1&limit=10`, {})
  await ask('POST', `/appointments/all?page=2&limit=10`, {})
  await ask('POST', `/appointments/all?limit=10`, { search: nameOf(n) })
  await ask('POST', `/appointments/all?limit=10`, { search: `0803${String(1_000_000 + n)}` })
  await ask('POST', `/appointments/fct?from=2030-03-05&to=2030-03-11&all=1`, {})
  await ask('GET', `/availability?location=fct&from=2030-03-05&to=2030-03-12`)
  await ask('POST', '/patients/search', { search: nameOf(n) })
  await ask('POST', '/patients/search', { search: `p${n}@example.com` })
  await ask('GET', '/notifications')
  await ask('GET', '/todo')
  await ask('GET', '/blockers?page=1&limit=10')
  await ask('PATCH', `/appointments/${id}`, { status: 'cancelled' })
  done(await clinic.call('POST', '/api/auth/signin', { username: 'desk', password: PASSWORD }))

  const now = clinic.clock.now
  const parts = {
    pool,
    clinic: { ...clinicConfig, locations },
    blockers: currentBlockers(pool, clinicConfig),
  }
  await sweepReminders(parts, now)
  await sweepRecalls(parts, now)
  await offerFreedTimes(parts, now)
  await housekeeping(pool)
}

function done(answer: Answer): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}

/** Number of full scans of each growing table, by every connection until now. */
async function wholeReads({ database, bookingPool }: Clinic): Promise<Map<string, number>> {
  for (const pool of [database.pool, bookingPool]) {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    for (const client of clients) {
      await client.query('SELECT pg_stat_force_next_flush()')
      client.release()
    }
  }
  const { rows } = await database.pool.query<{ table: string; reads: number }>(
    `SELECT relname AS table, seq_scan::int AS reads FROM pg_stat_user_tables WHERE schemaname IN ('public', 'pgboss')`,
  )
  return new Map(rows.filter(({ table }) => !SMALL.has(table)).map(({ table, reads }) => [table, reads]))
}
