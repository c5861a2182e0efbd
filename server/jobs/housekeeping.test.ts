import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { housekeeping } from './housekeeping.ts'

it('deletes answers older than a day, however many, and keeps the others', async () => {
  await using database = await testDatabase()
  await database.pool.query(
    `INSERT INTO idempotency_keys (key, request_hash, answer, created_at)
     SELECT 'old-' || n, '', '{}'::jsonb, now() - interval '24 hours 1 minute' FROM generate_series(1, 5001) n
     UNION ALL SELECT 'young', '', '{}', now() - interval '23 hours 59 minutes'`,
  )
  await Promise.all([housekeeping(drizzle(database.pool)), housekeeping(drizzle(database.pool))])
  const { rows } = await database.pool.query('SELECT key FROM idempotency_keys')
  expect(rows).toEqual([{ key: 'young' }])
})
