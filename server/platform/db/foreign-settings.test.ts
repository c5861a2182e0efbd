import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { withDatabase } from '../../../tests/support/copy-template.ts'
import { checkRights } from '../../operations/doctor/database.ts'
import { migrate } from '../../operations/set-up/migrate.ts'
import { openLine } from '../events/shared-line.ts'
import { StartError } from '../process/start-error.ts'
import { connectOrExplain } from './connect.ts'
import { createPool, createSetupPool } from './pool.ts'
import { requireSettings } from './requirements.ts'

/** A database and a role of a server that others set up. */
async function foreignDatabase(options = '') {
  const name = `foreign_${randomBytes(6).toString('hex')}`
  const superuser = new pg.Client({ connectionString: inject('superuserUrl') })
  await superuser.connect()
  await superuser.query(`CREATE ROLE ${name} LOGIN PASSWORD 'of-a-test'`)
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name} ${options}`)
  const within = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), name) })
  await within.connect()
  onTestFinished(async () => {
    await within.end()
    await superuser.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await superuser.query(`DROP ROLE ${name}`)
    await superuser.end()
  })
  const url = Object.assign(new URL(withDatabase(inject('superuserUrl'), name)), {
    username: name,
    password: 'of-a-test',
  }).href
  return { name, url, asSuperuser: (sql: string) => within.query(sql) }
}

async function setUp(url: string) {
  const owner = await connectOrExplain(url, { create: createSetupPool })
  const heard: string[] = []
  try {
    await requireSettings(owner, 'DATABASE_URL', (says) => heard.push(says))
    await migrate(owner, clinicConfig)
  } finally {
    await owner.end()
  }
  return heard
}

const SETTINGS = {
  DateStyle: `'German, DMY'`,
  TimeZone: `'Asia/Kathmandu'`,
  IntervalStyle: `'iso_8601'`,
  bytea_output: `'escape'`,
  extra_float_digits: '0',
  standard_conforming_strings: 'off',
  search_path: `'pg_catalog'`,
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  default_transaction_isolation: `'serializable'`,
  statement_timeout: `'50ms'`,
  transaction_timeout: `'40s'`,
  idle_session_timeout: `'40s'`,
}

describe('a database of another owner', () => {
  it.each(['ROLE', 'DATABASE'])('works like any other despite different settings of the %s', async (what) => {
    const { name, url, asSuperuser } = await foreignDatabase()
    await asSuperuser('CREATE SCHEMA tools')
    await asSuperuser(`GRANT USAGE ON SCHEMA tools TO ${name}`)
    for (const extension of ['btree_gist', 'pg_trgm'])
      await asSuperuser(`CREATE EXTENSION ${extension} SCHEMA tools`)
    for (const [setting, value] of Object.entries(SETTINGS))
      await asSuperuser(`ALTER ${what} ${name} SET ${setting} = ${value}`)
    expect(await setUp(url)).toEqual([])

    const pool = createPool(url)
    const close = () => pool.end()
    await using clinic = await startClinic({ database: { url, pool, close, [Symbol.asyncDispose]: close } })
    const booked = await clinic.book({ start_time: '09:00' })
    expect(booked.status).toBe(201)
    expect(await clinic.book({ start_time: '10:00', email: 'ada@example.com' })).toMatchObject({
      status: 201,
    })
    const { bearer } = await clinic.signedIn()
    const list = await clinic.call('POST', '/api/appointments/fct', { search: 'Obi' }, bearer)
    expect(list.status).toBe(200)
    expect(JSON.stringify(list.body)).toContain('09:00')

    const line = await openLine({ databaseUrl: url, onNotification() {}, onLost() {} })
    onTestFinished(line.close)
    const { rows } = await line.query('SELECT current_setting($1) AS style', ['DateStyle'])
    expect(rows).toEqual([{ style: 'ISO, MDY' }])
    const limits = await pool.query(
      `SELECT setting FROM pg_settings WHERE name IN ('transaction_timeout', 'idle_session_timeout')`,
    )
    expect(new Set(limits.rows.map(({ setting }) => setting))).toEqual(new Set(['0']))
    expect(await checkRights(pool, 'DATABASE_URL')).toEqual([])
  })
})

describe('a database that cannot be used', () => {
  it.each<{ what: string; options?: string; sql: (name: string) => string[]; says: RegExp }>([
    {
      what: 'LC_CTYPE C',
      options: `TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc`,
      sql: () => [],
      says: /^The database has LC_CTYPE 'C', in which names with letters such as/,
    },
    {
      what: 'another owner',
      sql: (name) => [
        'ALTER DATABASE current OWNER TO postgres',
        `REVOKE CREATE ON DATABASE current FROM ${name}`,
      ],
      says: /The user of DATABASE_URL \(foreign_\w+\) may not make tables there\./,
    },
    {
      what: 'no CREATE right in its schema',
      sql: (name) => [
        'ALTER SCHEMA public OWNER TO postgres',
        `REVOKE ALL ON SCHEMA public FROM ${name}, PUBLIC`,
      ],
      says: /may not make tables there\./,
    },
    {
      what: 'no schema public',
      sql: () => ['DROP SCHEMA public'],
      says: /^The database has no schema public\./,
    },
    {
      what: 'tables of another role',
      sql: () => ['CREATE TABLE public.appointments ()'],
      says: /^The tables belong to \w+, and not to the user of DATABASE_URL \(foreign_\w+\)\./,
    },
    {
      what: 'a job queue of another role',
      sql: () => ['CREATE SCHEMA pgboss'],
      says: /^The tables belong to \w+, and not to the user of DATABASE_URL/,
    },
    {
      what: 'an extension in a schema that is closed to its user',
      sql: () => ['CREATE SCHEMA tools', 'CREATE EXTENSION pg_trgm SCHEMA tools'],
      says: /^The extension pg_trgm is in the schema tools, which the user of DATABASE_URL \(foreign_\w+\) may not use\./,
    },
  ])(
    'for $what is refused at start and reported by doctor, in one sentence',
    async ({ options, sql, says }) => {
      const { name, url, asSuperuser } = await foreignDatabase(options)
      const superuser = decodeURIComponent(new URL(inject('superuserUrl')).username)
      for (const statement of sql(name))
        await asSuperuser(
          statement
            .replace('DATABASE current', `DATABASE ${name}`)
            .replace('TO postgres', `TO "${superuser}"`),
        )
      const failure = await setUp(url).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StartError)
      const { message } = failure as StartError
      expect(message).toMatch(/^DATABASE_URL: [^\n]+\.$/)
      expect(message.replace('DATABASE_URL: ', '')).toMatch(says)
      const pool = createPool(url)
      onTestFinished(() => pool.end())
      const found = await checkRights(pool, 'DATABASE_URL')
      expect(found[0]).toMatchObject({ about: 'Database', state: 'wrong', says: expect.stringMatching(says) })
    },
  )

  it('because its user may not connect is refused with the remedy', async () => {
    const { name, url, asSuperuser } = await foreignDatabase()
    await asSuperuser(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC, ${name}`)
    await expect(connectOrExplain(url)).rejects.toThrow(
      /^DATABASE_URL: \S+ does not let its user in: as a superuser, GRANT CONNECT ON DATABASE to it\.$/,
    )
  })

  it('because of its letters alone still serves, with a warning where it is in use', async () => {
    const { name, url, asSuperuser } = await foreignDatabase(
      `TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc`,
    )
    await asSuperuser(`CREATE SCHEMA drizzle AUTHORIZATION ${name}`)
    const pool = await connectOrExplain(url)
    onTestFinished(() => pool.end())
    const heard: string[] = []
    await requireSettings(pool, 'DATABASE_URL', (says) => heard.push(says))
    expect(heard).toEqual([expect.stringContaining(`LC_CTYPE 'C'`)])
  })
})
