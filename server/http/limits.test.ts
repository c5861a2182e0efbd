import { expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { createPool } from '../db/pool.ts'
import { createLimit, type LimitOptions } from './limits.ts'

const limitOf = (pool: LimitOptions['pool'], more: Partial<LimitOptions> = {}) =>
  createLimit({
    pool,
    name: 'test',
    uses: 2,
    perSeconds: 90,
    message: 'Wait {minutes} minutes.',
    enabled: true,
    ...more,
  })

it('refuses the use after the last one, with the wait in words and in seconds', async () => {
  await using database = await testDatabase()
  const limit = limitOf(database.pool)
  await limit.use('ada')
  await limit.use('ada')
  const refused = await limit.use('ada').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'too_many_requests', message: 'Wait 2 minutes.' })
  expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(60)
  expect((refused as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(90)
  await limit.use('eve')
})

it('counts across servers, and by its own name', async () => {
  await using database = await testDatabase()
  const other = createPool(database.url, 1)
  await limitOf(database.pool).use('ada')
  await limitOf(other).use('ada')
  await expect(limitOf(database.pool).use('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await limitOf(database.pool, { name: 'another' }).use('ada')
  await other.end()
})

it('takes back one use, or all of them', async () => {
  await using database = await testDatabase()
  const limit = limitOf(database.pool)
  await limit.use('ada')
  await limit.use('ada')
  await limit.giveBack('ada')
  await limit.use('ada')
  await expect(limit.use('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await limit.forget('ada')
  await limit.use('ada')
  await limit.use('ada')
})

it('keeps nobody by name', async () => {
  await using database = await testDatabase()
  await limitOf(database.pool).use('ada 10.0.0.1')
  const { rows } = await database.pool.query('SELECT key FROM rate_limits')
  expect(rows).toEqual([{ key: expect.stringMatching(/^test:[\w-]{22}$/) }])
  expect(rows[0].key).not.toMatch(/ada|10/)
})

it('counts in memory while the database is away', async () => {
  const away = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere')
  const limit = limitOf(away)
  await limit.use('ada')
  await limit.use('ada')
  await expect(limit.use('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await away.end()
})

it('that is lifted refuses nothing and stores nothing', async () => {
  await using database = await testDatabase()
  const limit = limitOf(database.pool, { enabled: false })
  for (let i = 0; i < 5; i++) await limit.use('ada')
  expect((await database.pool.query('SELECT 1 FROM rate_limits')).rowCount).toBe(0)
})
