import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { createPool } from '../db/pool.ts'
import { type Caller, callerOf } from './caller.ts'
import { createCallerLimit, createLimit, type LimitOptions } from './limits.ts'

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

it('a limit refuses the use after the last one, with the wait in words and in seconds', async () => {
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

it('a limit counts across servers, and under its own name', async () => {
  await using database = await testDatabase()
  const other = createPool(database.url, 1)
  await limitOf(database.pool).use('ada')
  await limitOf(other).use('ada')
  await expect(limitOf(database.pool).use('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await limitOf(database.pool, { name: 'another' }).use('ada')
  await other.end()
})

it('a limit gives back one use, or all of them', async () => {
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

it('a limit stores no name', async () => {
  await using database = await testDatabase()
  await limitOf(database.pool).use('ada 10.0.0.1')
  const { rows } = await database.pool.query('SELECT key FROM rate_limits')
  expect(rows).toEqual([{ key: expect.stringMatching(/^test:[\w-]{22}$/) }])
  expect(rows[0].key).not.toMatch(/ada|10/)
})

it('a limit counts in memory while the database is down', async () => {
  const away = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere')
  const limit = limitOf(away)
  await limit.use('ada')
  await limit.use('ada')
  await expect(limit.use('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await away.end()
})

it('a lifted limit refuses nothing and stores nothing', async () => {
  await using database = await testDatabase()
  const limit = limitOf(database.pool, { enabled: false })
  for (let i = 0; i < 5; i++) await limit.use('ada')
  expect((await database.pool.query('SELECT 1 FROM rate_limits')).rowCount).toBe(0)
})

/** The caller of a call from an address. */
async function callerAt(remoteAddress: string): Promise<Caller> {
  let caller: Caller | undefined
  const app = new Hono().get('/', (c) => {
    caller = callerOf(c, 0)
    return c.body(null)
  })
  await app.request('/', {}, { incoming: { socket: { remoteAddress } } })
  return caller as Caller
}
const callerLimitOf = (pool: LimitOptions['pool']) =>
  createCallerLimit({
    pool,
    name: 'test',
    uses: 2,
    perSeconds: 90,
    message: 'Wait {minutes}.',
    enabled: true,
  })

it('a limit counts a caller by address, and the surrounding network at ten times the number, for IPv6 at the same', async () => {
  await using database = await testDatabase()
  const limit = callerLimitOf(database.pool)
  const usesOf = async (addresses: readonly string[]) => {
    for (const [i, address] of addresses.entries()) {
      const isTaken = await limit.use(await callerAt(address)).then(
        () => true,
        () => false,
      )
      if (!isTaken) return i
    }
    return addresses.length
  }
  const addresses = Array.from({ length: 30 }, (_, i) => i + 1)
  expect(await usesOf(addresses.map(() => '198.51.100.1'))).toBe(2)
  // The refused third one counts as well.
  expect(await usesOf(addresses.map((n) => `198.51.100.${100 + n}`))).toBe(20 - 3)
  expect(await usesOf(addresses.map((n) => `2001:db8:1:${n}::1`))).toBe(2)
  expect(await usesOf(['198.51.101.1', '2001:db8:2::1'])).toBe(2)
})

it('a limit counts a caller separately for each subject, and gives uses back', async () => {
  await using database = await testDatabase()
  const limit = callerLimitOf(database.pool)
  const caller = await callerAt('198.51.100.1')
  for (const about of ['ada', 'eve']) {
    expect(await limit.use(caller, about)).toEqual({ address: 1, network: 1 })
    await limit.giveBack(caller, about)
    await limit.use(caller, about)
    await limit.use(caller, about)
    await expect(limit.use(caller, about)).rejects.toMatchObject({ code: 'too_many_requests' })
  }
})
