import { expect, it, vi } from 'vitest'
import { startClinic } from './clinic.ts'
import { testDatabase } from './database.ts'

/** State of a new one: the size of each table, the value of each sequence, the statistics of its rows. */
const STATE = `SELECT oid::regclass::text AS name, pg_relation_size(oid)::int AS size, reltuples FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relname <> 'blocker_changes'
  ORDER BY name`

it('a closed database is reused as if it were new', async () => {
  const fresh = await testDatabase()
  const before = (await fresh.pool.query(STATE)).rows
  const clinic = await startClinic({ database: fresh })
  await clinic.signedIn()
  expect(await clinic.book()).toMatchObject({ status: 201 })
  await fresh.pool.query('UPDATE blocker_changes SET version = 7')
  await fresh.pool.query(
    `INSERT INTO audit_log (action, subject_kind, subject_id) VALUES ('staff.signed_in', 'staff', 'ada')`,
  )
  await clinic[Symbol.asyncDispose]()

  await using again = await testDatabase()
  expect(again.url).toBe(fresh.url)
  expect((await again.pool.query(STATE)).rows).toEqual(before)
  expect((await again.pool.query('SELECT version FROM blocker_changes')).rows).toEqual([{ version: '1' }])
  const { rows } = await again.pool.query(`SELECT last_value, is_called FROM audit_log_id_seq`)
  expect(rows).toEqual([{ last_value: '1', is_called: false }])
  // A closed one belongs to no test: closed a second time, it would be emptied under its next user.
  await again.pool.query('UPDATE blocker_changes SET version = 7')
  await fresh.close()
  expect((await again.pool.query('SELECT version FROM blocker_changes')).rows).toEqual([{ version: '7' }])
})

it.each([
  [
    'a function',
    `CREATE OR REPLACE FUNCTION audit_log_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
  ],
  ['a trigger', 'ALTER TABLE audit_log DISABLE TRIGGER ALL'],
  ['an index', 'DROP INDEX sessions_expires_at'],
  ['a constraint', `ALTER TABLE doctors ADD CHECK (name <> '')`],
  ['what a role may do', 'GRANT SELECT ON staff TO PUBLIC'],
  ['statistics', 'ANALYZE doctors'],
  ['what is there from the start', 'UPDATE doctors SET active = false'],
  ['a setting', "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$"],
])('%s that a test has changed excludes the database from reuse', async (_, change) => {
  const changed = await testDatabase()
  await changed.pool.query(change)
  await changed.close()
  await using next = await testDatabase()
  expect(next.url).not.toBe(changed.url)
})

it('a database with an open connection is not reused', async () => {
  const held = await testDatabase()
  const client = await held.pool.connect()
  await client.query('BEGIN')
  const closing = held.close()
  client.release()
  await closing
  await using next = await testDatabase()
  expect(next.url).not.toBe(held.url)
})

it('a database whose pool is spied upon is not reused', async () => {
  const spied = await testDatabase()
  vi.spyOn(spied.pool, 'query')
  await spied.close()
  await using next = await testDatabase()
  expect(next.url).not.toBe(spied.url)
})
