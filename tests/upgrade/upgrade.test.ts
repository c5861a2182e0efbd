import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import clinicConfig from '../../clinic.config.ts'
import { migrate } from '../../server/operations/set-up/migrate.ts'
import { knownLevels, migrateUpTo } from '../../server/platform/db/migrations.ts'
import { startClinic } from '../support/clinic.ts'
import { withDatabase } from '../support/copy-template.ts'
import { emptyDatabase } from '../support/database.ts'

type Row = Record<string, unknown>
/** The rows of each table, by their primary key, or by all of their columns without one. */
type Rows = Map<string, Map<string, Row>>

type Release = {
  file: string
  /** Its newest migration. */
  level: string
  /** Columns that migrations since then have given other values, by table. */
  redefined: Record<string, string[]>
  /** A moment soon after the rows were made. */
  now: string
  /** The signed-in person. */
  session: string
  /** Links to appointments, and the references of these. */
  links: Record<string, string>
  /** Registered patients whose contact had been corrected: what messages go to now, and what codes go to for the day. */
  corrected: Record<string, [string | null, string | null][]>
  /** A typed search, and the clinic id that it finds. */
  search: [string, string]
}

const RELEASES: Release[] = [
  {
    file: 'before-1.0.0.sql',
    level: '0050_waiting_by_phone',
    redefined: {
      patients: [
        'email_key',
        'email_next',
        'phone_e164',
        'phone_next',
        'phone_digits',
        'name_key',
        'name_words',
        'updated_at',
      ],
    },
    now: '2026-11-28T03:45:00+01:00',
    session: '2PqybU-YjeGFg0_II9bfV2kdeO3vk9dpTkgv3yHLC1k',
    links: { xuArpBBNLfGXYan5xVbcHw: 'E6YEKQTF' },
    corrected: {
      'ENM-0101': [
        ['bello.new@example.com', 'bello.family@example.com'],
        ['+2348030000201', null],
      ],
      'ENM-0102': [
        ['bello.family@example.com', null],
        ['+2348030000999', '+2348030000201'],
      ],
      'ENM-0104': [
        ['ngozi.okafor@example.com', null],
        [null, '+2348030000204'],
      ],
    },
    search: ['yusuf bello', 'ENM-0102'],
  },
]

/** A database as the release left it. */
async function databaseOf({ file, level }: Release) {
  const database = await emptyDatabase()
  onTestFinished(() => database.close())
  const last = knownLevels().find(({ name }) => name === level)
  if (!last) throw new Error(`There is no migration ${level}.`)
  await migrateUpTo(database.pool, last)
  const client = new Client({
    connectionString: withDatabase(inject('superuserUrl'), new URL(database.url).pathname.slice(1)),
  })
  await client.connect()
  try {
    // Without triggers and references, so that rows come back as they were and in any order.
    await client.query('SET session_replication_role = replica')
    // The migrations' own rows are in the file too.
    await client.query(`TRUNCATE drizzle.__drizzle_migrations, ${await tableNames(database.pool)}`)
    await client.query(readFileSync(new URL(file, import.meta.url), 'utf8'))
    await client.query(`DO $$ DECLARE f regprocedure; BEGIN
      FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '_[0-9]+$' LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', f, (SELECT tableowner FROM pg_tables WHERE tablename = 'patients'));
      END LOOP; END $$`)
  } finally {
    await client.end()
  }
  return database
}

async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string; key: string[] }>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS key
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND (i.indkey IS NULL OR a.attnum = ANY (i.indkey))
    GROUP BY 1 ORDER BY 1`)
  const all: Rows = new Map()
  for (const { name, key } of tables) {
    const { rows } = await pool.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${name} t`)
    all.set(name, new Map(rows.map(({ row }) => [JSON.stringify(key.map((column) => row[column])), row])))
  }
  return all
}

const tableNames = async (pool: pg.Pool) =>
  (await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).rows.map(
    ({ tablename }) => tablename as string,
  )

it.each(RELEASES)('$file has rows of every table of its release', async (release) => {
  const { pool } = await databaseOf(release)
  const rows = await rowsOf(pool)
  expect([...rows.keys()]).toEqual(await tableNames(pool))
  expect([...rows].filter(([, of]) => of.size === 0).map(([name]) => name)).toEqual([])
})

it.each(RELEASES)(
  'the migrations keep every row of $file, and a second start changes nothing',
  async (release) => {
    const { pool } = await databaseOf(release)
    const before = await rowsOf(pool)
    await migrate(pool, clinicConfig)
    const after = await rowsOf(pool)
    for (const [table, rows] of before) {
      const redefined = release.redefined[table] ?? []
      for (const [key, row] of rows) {
        const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !redefined.includes(column)))
        expect(after.get(table)?.get(key), `${table} ${key}`).toMatchObject(kept)
      }
    }
    for (const [clinicId, contacts] of Object.entries(release.corrected)) {
      const row = [...(after.get('patients')?.values() ?? [])].find((each) => each.clinic_id === clinicId)
      expect(
        [
          [row?.email_key, row?.email_codes],
          [row?.phone_e164, row?.phone_codes],
        ],
        clinicId,
      ).toEqual(contacts)
    }
    await migrate(pool, clinicConfig)
    expect(await rowsOf(pool)).toEqual(after)
  },
)

it.each(RELEASES)('the app answers from the rows of $file', async (release) => {
  const database = await databaseOf(release)
  const before = await rowsOf(database.pool)
  await migrate(database.pool, clinicConfig)
  await using clinic = await startClinic({ database, now: release.now })
  const bearer = { authorization: `Bearer ${release.session}` }

  const list = await clinic.call('POST', '/api/appointments/fct', { search: '' }, bearer)
  expect(list.status).toBe(200)
  const listed = (list.body.data as { reference: string }[]).map(({ reference }) => reference)
  expect(listed.length).toBeGreaterThan(0)
  const stored = [...(before.get('appointments')?.values() ?? [])]
  expect(stored.map((row) => row.reference)).toEqual(expect.arrayContaining(listed))

  const [typed, clinicId] = release.search
  const search = await clinic.call('POST', '/api/patients/search', { search: typed }, bearer)
  const found = search.body.data as { id: string }[]
  const patient = [...(before.get('patients')?.values() ?? [])].find((row) => row.clinic_id === clinicId)
  expect(found.map(({ id }) => id)).toContain(patient?.id)

  for (const row of before.get('patients')?.values() ?? []) {
    const record = await clinic.call('GET', `/api/patients/${row.id}`, undefined, bearer)
    expect([record.status, record.body.data]).toMatchObject([
      200,
      { firstName: row.first_name, lastName: row.last_name },
    ])
  }
  const messages = [...(before.get('messages')?.values() ?? [])]
  const [message] = messages
  const visit = await clinic.call('GET', `/api/appointments/${message?.appointment_id}`, undefined, bearer)
  expect(visit.body.data).toMatchObject({ messages: expect.arrayContaining([expect.anything()]) })

  for (const [token, reference] of Object.entries(release.links)) {
    const own = await clinic.call('GET', '/api/visit', undefined, { authorization: `Bearer visit:${token}` })
    expect([own.status, own.body.data]).toMatchObject([200, { reference }])
  }
})
