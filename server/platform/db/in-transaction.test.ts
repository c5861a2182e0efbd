import { expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { inTransaction } from './in-transaction.ts'

const TABLE = 'CREATE TABLE notes (note text)'
const NOTE = `INSERT INTO notes VALUES ('kept')`

it('a transaction stores all of its work and returns the result', async () => {
  await using database = await testDatabase()
  await database.pool.query(TABLE)
  expect(await inTransaction(database.pool, async (client) => (await client.query(NOTE)).rowCount)).toBe(1)
  expect((await database.pool.query('SELECT * FROM notes')).rowCount).toBe(1)
})

it('a transaction stores nothing of work that throws, and throws the same error', async () => {
  await using database = await testDatabase()
  await database.pool.query(TABLE)
  const failing = inTransaction(database.pool, async (client) => {
    await client.query(NOTE)
    throw new Error('a change of mind')
  })
  await expect(failing).rejects.toThrow('a change of mind')
  expect((await database.pool.query('SELECT * FROM notes')).rowCount).toBe(0)
})

it('a transaction survives a connection that is cut between two queries, and does not reuse it', async () => {
  await using database = await testDatabase()
  const { pool } = database
  let pid = 0
  const cut = inTransaction(pool, async (client) => {
    pid = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
    const gone = new Promise((resolve) => client.once('end', resolve))
    await pool.query('SELECT pg_terminate_backend($1)', [pid])
    await gone
    await client.query('SELECT 1')
  })
  await expect(cut).rejects.toThrow()
  expect((await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid).not.toBe(pid)
})
