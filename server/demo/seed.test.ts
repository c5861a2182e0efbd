import { expect, it } from 'vitest'
import clinic from '../../clinic.config.ts'
import { testDatabase } from '../../tests/support/database.ts'
import { seedDemo } from './seed.ts'

it('fills three weeks once, and a second start changes nothing', async () => {
  await using database = await testDatabase()
  const now = new Date('2030-03-05T09:15:00+01:00')
  const look = async () =>
    (
      await database.pool.query(
        `SELECT count(*)::int AS n, count(DISTINCT location)::int AS locations, count(*) FILTER (WHERE status = 'open')::int AS open
         FROM appointments`,
      )
    ).rows[0]
  await seedDemo(database.pool, clinic, now)
  const first = await look()
  expect(first).toMatchObject({ locations: 3 })
  expect(first.n).toBeGreaterThan(300)
  expect(first.open).toBeGreaterThan(50)
  await seedDemo(database.pool, clinic, now)
  expect(await look()).toEqual(first)
})
