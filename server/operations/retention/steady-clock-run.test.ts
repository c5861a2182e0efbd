import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { afterRun, noteRun } from './steady-clock-run.ts'

const at = (text: string) => new Date(text)
const HOURLY = { lastAt: at('2030-03-04T07:00:00Z'), steadySince: null }

it.each([
  { what: 'an hour later', known: HOURLY, now: '2030-03-04T08:00:00Z', may: true },
  { what: 'after a weekend off', known: HOURLY, now: '2030-03-07T08:00:00Z', may: true },
  { what: 'for the first time', known: null, now: '2030-03-04T08:00:00Z', may: true },
  { what: 'corrected by minutes', known: HOURLY, now: '2030-03-04T06:30:00Z', may: true },
  { what: 'ten years ahead', known: HOURLY, now: '2040-03-04T08:00:00Z', may: false },
  { what: 'a day back', known: HOURLY, now: '2030-03-03T08:00:00Z', may: false },
  {
    what: 'an hour after a jump',
    known: { lastAt: at('2040-03-04T08:00:00Z'), steadySince: at('2040-03-04T08:00:00Z') },
    now: '2040-03-04T09:00:00Z',
    may: false,
  },
  {
    what: 'a week after one',
    known: { lastAt: at('2040-03-11T07:30:00Z'), steadySince: at('2040-03-04T08:00:00Z') },
    now: '2040-03-11T08:00:00Z',
    may: true,
  },
])('retention by a clock that is $what erases: $may', ({ known, now, may }) =>
  expect(afterRun(known, at(now)).mayRetire).toBe(may),
)

it('retention stores the clock in the database, and starts from the newest audit entry', async () => {
  await using database = await testDatabase()
  const { pool } = database
  await pool.query(
    `INSERT INTO audit_log (at, action, subject_kind, subject_id) VALUES ('2030-03-04T07:00:00Z', 'x', 'x', 'x')`,
  )
  expect(await noteRun(pool, at('2031-03-04T07:00:00Z'))).toBe(false)
  expect(await noteRun(pool, at('2031-03-04T08:00:00Z'))).toBe(false)
  for (let day = 5; day <= 10; day += 1)
    await noteRun(pool, at(`2031-03-${String(day).padStart(2, '0')}T08:00:00Z`))
  expect(await noteRun(pool, at('2031-03-11T08:00:00Z'))).toBe(true)
  expect(await noteRun(pool, at('2031-03-11T09:00:00Z'))).toBe(true)
})
