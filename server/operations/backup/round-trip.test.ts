import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { knownLevels, migrateUpTo } from '../../platform/db/migrations.ts'
import { prepareQueues } from '../../platform/queue/prepare.ts'
import { migrate } from '../set-up/migrate.ts'
import { QUEUES } from '../set-up/queues.ts'
import { backedUp, contents, emptyDatabase, fillEveryTable, testFolder } from './backup.fixture.ts'
import { rehearse } from './rehearse.ts'
import { checkedBackup, restoreBackup } from './restore.ts'
import { JOBS, LEFT_OUT, storedTables } from './tables.ts'

/** The catalog's definitions of all tables. */
async function madeOf(pool: pg.Pool) {
  const { rows } = await pool.query(`
    SELECT 'column' AS what, table_schema || '.' || table_name || '.' || column_name AS name,
           concat_ws(' ', data_type, is_nullable, column_default, generation_expression, is_identity) AS definition
    FROM information_schema.columns WHERE table_schema IN ('public', 'drizzle')
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname IN ('public', 'drizzle')
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
              WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE proname LIKE 'book_appointment%'
    UNION ALL SELECT 'persistence', relname, relpersistence::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'migration', id::text, hash || created_at FROM drizzle.__drizzle_migrations
    ORDER BY 1, 2`)
  return rows
}

async function filledBackup(): Promise<{ database: TestDatabase; file: string }> {
  const database = await testDatabase()
  await fillEveryTable(database.pool)
  return { database, file: await backedUp(database.url, database.pool, await testFolder()) }
}

it('a restore brings back every row of every table, and nothing that is left out', async () => {
  const { database, file } = await filledBackup()
  await using _ = database
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const target = await emptyDatabase()
  await restoreBackup(target.url, await checkedBackup(file))

  const [before, after] = [await contents(database.pool), await contents(target.pool)]
  for (const [table, rows] of Object.entries(before)) expect([table, rows.length]).not.toEqual([table, 0])
  const [taken, ...log] = before['public.audit_log']!.toReversed() as { action: string; id: number }[]
  const [restored, ...restoredLog] = after['public.audit_log']!.toReversed() as typeof log
  // Each entry is written after the run, and the restored log continues its own numbers.
  expect([taken?.action, restored?.action]).toEqual(['backup.taken', 'backup.restored'])
  expect(restored!.id).toBeGreaterThan(Math.max(...restoredLog.map(({ id }) => id)))
  expect(restoredLog).toEqual(log)
  const others = (all: typeof before) =>
    Object.entries(all).filter(([name]) => ![JOBS, 'public.audit_log'].includes(name))
  expect(others(after)).toEqual(others(before))

  const { rows: jobs } = await target.pool.query(
    `SELECT data, state::text, retry_limit, retry_count FROM pgboss.job ORDER BY data ->> 'appointmentId'`,
  )
  expect(jobs).toEqual([
    {
      data: { kind: 'cancellation', appointmentId: 'again' },
      state: 'retry',
      retry_limit: 200,
      retry_count: 1,
    },
    { data: { appointmentId: 'at work' }, state: 'retry', retry_limit: 200, retry_count: 3 },
    { data: { appointmentId: 'waiting' }, state: 'created', retry_limit: 200, retry_count: 0 },
    { data: { kind: 'invitation', subjectId: 'later' }, state: 'created', retry_limit: 100, retry_count: 0 },
  ])
  const ofJobs = (await storedTables(target.pool as never)).find(({ name }) => name === JOBS)
  expect(ofJobs?.columns).toEqual(expect.arrayContaining(['source_name', 'source_id']))
  for (const table of Object.keys(LEFT_OUT).filter((name) => name.startsWith('public.'))) {
    expect([table, (await database.pool.query(`SELECT 1 FROM ${table}`)).rowCount]).toEqual([table, 1])
    expect([table, (await target.pool.query(`SELECT 1 FROM ${table}`)).rowCount]).toEqual([table, 0])
  }
  expect(await madeOf(target.pool)).toEqual(await madeOf(database.pool))
})

it('a backup has every table, except those left out with a reason', async () => {
  await using database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT format('%s.%s', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'm') AND NOT relispartition AND nspname !~ '^(pg_|information_schema$)' ORDER BY 1`,
  )
  const held = Object.keys(await contents(database.pool))
  expect([...held, ...Object.keys(LEFT_OUT)].sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('a backup of older tables is restored into a newer Enamel, through the migrations since', async () => {
  const old = await emptyDatabase()
  const level = knownLevels().find(({ name }) => name === '0006_names_without_accents')!
  await migrateUpTo(old.pool, level)
  await prepareQueues(old.pool, QUEUES)
  await old.pool.query(`
    INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
    VALUES (gen_random_uuid(), 'Adébáyọ̀', 'Obi', 'a@example.com', '0803', 'a@example.com', '... Abuja')`)
  const file = await backedUp(old.url, old.pool, await testFolder())
  const target = await emptyDatabase()
  const backup = await checkedBackup(file)
  expect(backup.head.level).toEqual(level)
  await restoreBackup(target.url, backup)
  const { rows } = await target.pool.query('SELECT last_name, name_key, verified, raw_id FROM patients')
  expect(rows).toEqual([{ last_name: 'Obi', name_key: ' adebayo obi ', verified: false, raw_id: '' }])
  await using current = await testDatabase()
  expect(await madeOf(target.pool)).toEqual(await madeOf(current.pool))
  // A start has nothing left to migrate.
  await migrate(target.pool, clinicConfig)
  expect(await madeOf(target.pool)).toEqual(await madeOf(current.pool))
})

it('a rehearsal restores into a database of its own, and leaves nothing behind', async () => {
  const { database, file } = await filledBackup()
  await using _ = database
  const before = await contents(database.pool)
  const databases = async () =>
    (await database.pool.query(`SELECT datname FROM pg_database WHERE datname LIKE 'enamel\\_rehearsal%'`))
      .rows
  await database.pool.query('CREATE DATABASE enamel_rehearsal_1700000000_forgotten')
  await rehearse(database.url, await checkedBackup(file))
  expect(await databases()).toEqual([])
  expect(await contents(database.pool)).toEqual(before)
})

it('a backup is of one moment: no appointment without its patient, whatever is booked meanwhile', async () => {
  await using database = await testDatabase()
  const { pool } = database
  let isOver = false
  let booked = 0
  const book = async () => {
    for (; !isOver; booked += 1) {
      await pool.query(
        `WITH person AS (
           INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
           VALUES (gen_random_uuid(), 'Ada', 'Obi', '', '', '', '') RETURNING id)
         INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
           appointment_type, starts_at, ends_at)
         SELECT gen_random_uuid(), $1::text, id, 'fct-okafor', true, 'fct', 'x', 'consultation',
                timestamptz '2030-01-01Z' + $1::int * interval '1 hour', timestamptz '2030-01-01 00:30Z' + $1::int * interval '1 hour'
         FROM person`,
        [booked],
      )
    }
  }
  const booking = book()
  const folder = await testFolder()
  const counts: number[] = []
  try {
    for (let times = 0; times < 5; times += 1) {
      const { foot } = await checkedBackup(await backedUp(database.url, pool, folder))
      const [patients, appointments] = ['patients', 'appointments'].map(
        (name) => foot.tables.find((table) => table.name === `public.${name}`)?.rows,
      )
      expect(appointments).toBe(patients)
      counts.push(appointments as number)
    }
  } finally {
    isOver = true
    await booking
  }
  expect(counts.at(-1)).toBeGreaterThan(counts[0]!)
})
