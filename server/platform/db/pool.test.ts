import { describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openSilentLine } from '../../../tests/support/silent-line.ts'
import { inTransaction } from './in-transaction.ts'
import { createPool, createSetupPool } from './pool.ts'

const READ_ONLY = { code: '25006' }
const CHANGE = `INSERT INTO rate_limits (key, points, expire) VALUES ('change', 1, 0)`

function poolOf(url: string, options: Parameters<typeof createPool>[2] = {}) {
  const pool = createPool(url, 3, options)
  onTestFinished(() => pool.end())
  return pool
}

/** A standby reports this too. */
async function takeNoChanges({ pool }: TestDatabase) {
  const { rows } = await pool.query('SELECT current_database() AS name')
  await pool.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = on`)
}

const pidOf = async (pool: ReturnType<typeof createPool>) =>
  (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number

describe('a database connection', () => {
  it.each([
    { what: 'calls', create: createPool, statements: '9s', locks: '5s' },
    { what: 'setting up', create: createSetupPool, statements: '0', locks: '0' },
  ])('for $what sets its timeouts by a statement', async ({ create, statements, locks }) => {
    await using database = await testDatabase()
    const pool = create(database.url)
    const { rows } = await pool.query(
      `SELECT current_setting('statement_timeout') AS statements, current_setting('lock_timeout') AS locks`,
    )
    await pool.end()
    expect(rows).toEqual([{ statements, locks }])
  })

  it('to a read-only database is refused, and made as soon as the database is writable', async () => {
    await using database = await testDatabase()
    await takeNoChanges(database)
    const pool = poolOf(database.url)
    await expect(pool.query('SELECT 1')).rejects.toMatchObject(READ_ONLY)
    await expect(inTransaction(pool, (client) => client.query(CHANGE))).rejects.toMatchObject(READ_ONLY)
    expect(pool.totalCount).toBe(0)
    expect((await poolOf(database.url, { standby: true }).query('SELECT 1 AS one')).rows).toEqual([
      { one: 1 },
    ])
    const { rows } = await database.pool.query('SELECT current_database() AS name')
    await database.pool.query(`ALTER DATABASE ${rows[0].name} RESET ALL`)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('that has become read-only is discarded, in a transaction or not', async () => {
    await using database = await testDatabase()
    const pool = poolOf(database.url)
    for (const change of [
      () => pool.query(CHANGE),
      () => inTransaction(pool, (client) => client.query(CHANGE)),
    ]) {
      const before = await pidOf(pool)
      await pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY')
      await expect(change()).rejects.toMatchObject(READ_ONLY)
      expect(await pidOf(pool)).not.toBe(before)
    }
  })

  it('that is silent takes the idle ones with it, and new ones are made', async () => {
    await using database = await testDatabase()
    await using line = await openSilentLine(database.url)
    const pool = poolOf(line.url, { statementTimeoutMs: 100 })
    const clients: MockInstance[] = []
    pool.on('connect', (client) => clients.push(vi.spyOn(client, 'query')))
    const taken = await Promise.all([1, 2, 3].map(() => pool.connect()))
    for (const client of taken) client.release()
    expect(pool.idleCount).toBe(3)
    line.goSilent()
    await expect(inTransaction(pool, (client) => client.query(CHANGE))).rejects.toThrow('Query read timeout')
    // Without a rollback, which would be waited for as long again.
    const asked = clients.flatMap(({ mock }) => mock.calls.map(([question]) => question))
    expect(asked).toContain('BEGIN')
    expect(asked).not.toContain('ROLLBACK')
    line.speak()
    expect(
      (await Promise.all([1, 2, 3].map(() => pool.query(CHANGE.replace('change', crypto.randomUUID())))))
        .length,
    ).toBe(3)
  })
})
