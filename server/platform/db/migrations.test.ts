import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { emptyDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeAppointment } from '../../../tests/support/jobs.ts'
import { register } from '../../accounts/auth/registration.ts'
import { tokenHash } from '../../accounts/auth/tokens.ts'
import { sweepReminders } from '../../messages/reminders/sweep.ts'
import { migrate } from '../../operations/set-up/migrate.ts'
import { knownLevels, migrateUpTo } from './migrations.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Rows of Drizzle's migrator: clinics' databases have them. */
const NOTED_BY_DRIZZLE = [
  { hash: '42e24c885c5615be63dd11a3fc2593bd9935fc92624c8b4ca210da4d96b185e1', at: 1795267205306 },
  { hash: '38fa22919a281c85b091f146f929bafb801dec860f53b95eafe32770a446bb6a', at: 1795267205909 },
  { hash: 'bfad6eea2f08841201de3cba4b83ff6fe4eb7530903170809216ff26599c8b6a', at: 1795275808442 },
  { hash: '4cb9bf3139862d1dc608e0baf7a177fa42e7481c438bc1ce8a1fe9d075ce07e9', at: 1795277613935 },
  { hash: 'c314c369a4d4dc5b496938cca6b26e03cd3bdd4919c46fc2124780e2c8a3d960', at: 1795286544312 },
  { hash: '55d1bd73518997fec7422cc0aea56bcd8c831825cc3c9989e35dc4863b57adad', at: 1795288072922 },
  { hash: 'aae0b4a4c297ebf2d3b90642c855190f3d8be0deba33bb355e6d3280bc2fc247', at: 1795291772357 },
  { hash: '3309996a336968886f66c33d08a3b4da6571e95191a37490db8ee3debe3f2564', at: 1795293164695 },
  { hash: '4aed266035eeb9c33c32049ffe1e925b4a9ea1170efd8d9a00b776f7f30ade73', at: 1795298609615 },
  { hash: 'a7f0d8cb5565d20c123d3eb7dfac815be5d8db9df0c5e124ef077d1ebb4a5919', at: 1795301924945 },
  { hash: 'ac2044cecb7bac652724a09bd77d10292e1c249b529d22b5620ce9bbdbf847a7', at: 1795309853309 },
]

/** Brings a database up to a level as Drizzle's migrator did: statement by statement, with its own table. */
async function migratedByDrizzle(pool: pg.Pool, levels: number) {
  await pool.query('CREATE SCHEMA IF NOT EXISTS "drizzle"')
  await pool.query(`CREATE TABLE IF NOT EXISTS "drizzle"."__drizzle_migrations" (
    id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  for (const [i, { name }] of knownLevels().slice(0, levels).entries()) {
    const file = readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')
    for (const statement of file.split('--> statement-breakpoint')) await pool.query(statement)
    const { hash, at } = NOTED_BY_DRIZZLE[i]!
    await pool.query('insert into "drizzle"."__drizzle_migrations" ("hash", "created_at") values ($1, $2)', [
      hash,
      at,
    ])
  }
}

async function noted(pool: pg.Pool) {
  const { rows } = await pool.query(
    'SELECT id, hash, created_at::float8 AS at FROM drizzle.__drizzle_migrations ORDER BY id',
  )
  return rows
}

const columnsOf = async (pool: pg.Pool) =>
  (
    await pool.query(
      `SELECT table_name, column_name, data_type, column_default FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
    )
  ).rows

const withIds = NOTED_BY_DRIZZLE.map((row, i) => ({ id: i + 1, ...row }))

it('a first migration records in an empty database what Drizzle would have recorded', async () => {
  await using database = await emptyDatabase()
  await migrate(database.pool, clinic)
  expect((await noted(database.pool)).slice(0, withIds.length)).toEqual(withIds)
})

it.each([0, 7, NOTED_BY_DRIZZLE.length])(
  'a migration continues where Drizzle ran %i migrations: it repeats none and runs each new one once',
  async (levels) => {
    await using database = await emptyDatabase()
    const { pool } = database
    await migratedByDrizzle(pool, levels)
    const before = await noted(pool)
    expect(before).toEqual(withIds.slice(0, levels))
    await migrate(pool, clinic)
    const after = await noted(pool)
    expect(after.slice(0, levels)).toEqual(before)
    expect(after.map(({ at }) => at)).toEqual(knownLevels().map(({ at }) => at))
    await using fresh = await testDatabase()
    expect(await columnsOf(pool)).toEqual(await columnsOf(fresh.pool))
    await migrate(pool, clinic)
    expect(await noted(pool)).toEqual(after)
  },
)

it('a failed migration leaves the database as it was', async () => {
  await using database = await emptyDatabase()
  const { pool } = database
  await migratedByDrizzle(pool, 7)
  // The ninth migration makes this table, after the eighth has changed others.
  await pool.query('CREATE TABLE devices (other text)')
  const [notes, columns] = [await noted(pool), await columnsOf(pool)]
  await expect(migrate(pool, clinic)).rejects.toThrow('"devices" already exists')
  expect([await noted(pool), await columnsOf(pool)]).toEqual([notes, columns])
})

it('servers that start together run each migration once', async () => {
  await using database = await emptyDatabase()
  await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, clinic)))
  expect(await noted(database.pool)).toHaveLength(knownLevels().length)
})

it('the journal lists every SQL file once, in the order of times and names', () => {
  const levels = knownLevels()
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  expect(levels.map(({ name }) => `${name}.sql`)).toEqual(files.sort())
  // A migration that is older than the newest one of a database would never run there.
  for (const [i, { at }] of levels.slice(1).entries()) expect(at).toBeGreaterThan(levels[i]!.at)
})

it.each([
  {
    what: 'tables of a newer Enamel',
    change: `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of tomorrow', 4000000000000)`,
    says: /newer Enamel/,
  },
  {
    what: 'a migration that was changed after it had run',
    change: `UPDATE drizzle.__drizzle_migrations SET hash = 'other' WHERE id = 3`,
    says: /another migration 0002_staff_accounts/,
  },
  {
    what: 'a migration that was left out',
    change: 'DELETE FROM drizzle.__drizzle_migrations WHERE id = 4',
    says: /another migration 0003_blockers/,
  },
])('the migration refuses $what, and changes nothing', async ({ change, says }) => {
  await using database = await testDatabase()
  const { pool } = database
  await pool.query(change)
  await pool.query(`UPDATE doctors SET active = false WHERE id = (SELECT min(id) FROM doctors)`)
  const before = await noted(pool)
  await expect(migrate(pool, clinic)).rejects.toThrow(says)
  expect(await noted(pool)).toEqual(before)
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM doctors WHERE NOT active')
  expect(rows[0].n).toBe(1)
})

it('the migration keeps every account and invitation from before types had locations', async () => {
  await using database = await emptyDatabase()
  const { pool } = database
  const before = knownLevels().find(({ name }) => name === '0011_tablet_keys')!
  const client = await pool.connect()
  await migrateUpTo(client, before)
  client.release()
  const person = `gen_random_uuid(), $1, $2, $2, 'Obi', 'Ada', $3, $4`
  for (const [username, type, location] of [
    ['boss', 'admin', null],
    ['ada', 'admin', 'fct'],
    ['eze', 'staff', 'lag'],
    ['bola', 'staff', null],
  ]) {
    await pool.query(
      `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, location) VALUES (${person})`,
      [username, `${username}@example.com`, type, location],
    )
  }
  await pool.query(
    `INSERT INTO invitations (id, email, email_key, surname, other_names, type, location, invited_by, token_hash,
       created_at, expires_at)
     SELECT gen_random_uuid(), 'chidi@example.com', 'chidi@example.com', 'Eze', 'Chidi', 'staff', 'lag', id, $1,
       now(), now() + interval '7 days' FROM staff WHERE username = 'boss'`,
    [tokenHash('link')],
  )
  await migrate(pool, clinic)

  const { rows } = await pool.query(
    `SELECT username, type, location, locations, doctor_id AS doctor, rights_version AS version FROM staff ORDER BY 1`,
  )
  const same = { doctor: null, version: 1 }
  expect(rows).toEqual([
    { username: 'ada', type: 'admin', location: 'fct', locations: ['fct'], ...same },
    { username: 'bola', type: 'staff', location: null, locations: [], ...same },
    { username: 'boss', type: 'admin', location: null, locations: [], ...same },
    { username: 'eze', type: 'staff', location: 'lag', locations: ['lag'], ...same },
  ])
  const invite = {
    invite: 'link',
    email: 'chidi@example.com',
    password: 'eleven green herons',
    username: null,
  }
  const accepted = await register(pool, invite, { now: new Date(), clinic })
  expect(accepted).toMatchObject({ kind: 'registered' })
})

it('the first sweep sends no reminder that was due before reminders existed', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const HOUR_MS = 3_600_000
  // Created by an earlier version: without messages, and never swept.
  const inHours = async (hours: number) => {
    const startsAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS)
    const id = await storeAppointment(pool, { startsAt })
    await pool.query(`UPDATE appointments SET created_at = now() - interval '30 days' WHERE id = $1`, [id])
    return { id, startsAt }
  }
  const [tomorrow, nextWeek] = [await inHours(30), await inHours(7 * 24)]
  const sweep = (now: Date) =>
    sweepReminders({ pool, clinic: { ...clinic, reminders: [{ hoursBefore: 48, by: ['email'] }] } }, now)
  const firstReminders = readFileSync(new URL('0047_first_reminders.sql', FOLDER), 'utf8')
  await pool.query(firstReminders)
  expect(await sweep(new Date())).toBe(0)
  expect(await sweep(new Date(nextWeek.startsAt.getTime() - 48 * HOUR_MS))).toBe(1)
  const { rows } = await pool.query('SELECT appointment_id AS id FROM messages')
  expect(rows).toEqual([{ id: nextWeek.id }])
  expect(rows).not.toContainEqual({ id: tomorrow.id })
})
