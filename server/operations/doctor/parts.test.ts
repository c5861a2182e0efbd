import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StaffType } from '../../../domain/staff.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { emptyDatabase } from '../backup/backup.fixture.ts'
import { checkBackups } from './backups.ts'
import { databaseClock } from './clock.ts'
import { checkMigrations, checkProcesses, checkRights, checkServer } from './database.ts'
import type { Finding } from './finding.ts'
import { checkJobs } from './jobs.ts'
import { checkMailServer } from './mail.ts'
import { checkProxy } from './proxy.ts'
import { checkSecondStep, leadsNowhere } from './second-step.ts'
import { checkPublicUrl, checkSmsGateway } from './web.ts'

const brief = ({ state, says }: Finding) => `${state} ${says}`
const CLOSED = '127.0.0.1:1'

let all: TestDatabase
beforeAll(async () => {
  all = await testDatabase()
})
afterAll(() => all.close())

/** In a transaction that is rolled back. */
async function database(): Promise<{ pool: Pick<pg.Pool, 'query'> }> {
  const client = await all.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('BEGIN')
  return { pool: client }
}

describe('the check of the database', () => {
  it('is passed after the migrations', async () => {
    const { pool } = await database()
    expect((await checkServer(pool)).map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(await checkMigrations(pool)).toMatchObject({ state: 'ok' })
    const { seconds } = await databaseClock(pool)
    expect(Math.abs(seconds)).toBeLessThan(30)
  })

  it.each([
    {
      what: 'lacks a migration',
      change:
        'DELETE FROM drizzle.__drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM drizzle.__drizzle_migrations)',
      says: 'warning 1 migration is still to be made.',
    },
    {
      what: 'is of a newer Enamel',
      change: `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)`,
      says: 'wrong The tables are of a newer Enamel than this one.',
    },
    {
      what: 'cannot book',
      change: `DO $$ DECLARE f regproc; BEGIN FOR f IN SELECT oid FROM pg_proc WHERE proname LIKE 'book_appointment%' LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$`,
      says: 'wrong The function that books is not there.',
    },
    {
      what: 'cannot move',
      change: `DO $$ DECLARE f regproc; BEGIN FOR f IN SELECT oid FROM pg_proc WHERE proname LIKE 'move_appointment%' LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$`,
      says: 'wrong The function that moves is not there.',
    },
    {
      what: 'has no tables',
      change: 'DROP SCHEMA drizzle CASCADE',
      says: 'wrong The database has no tables yet.',
    },
  ])('fails when it $what', async ({ change, says }) => {
    const { pool } = await database()
    await pool.query(change)
    expect(brief(await checkMigrations(pool))).toBe(says)
  })

  it('fails when an extension is missing that its user may not create', async () => {
    const { pool } = await emptyDatabase()
    expect(await checkRights(pool, 'DATABASE_URL')).toEqual([])
    await pool.query(
      `DO $$ BEGIN EXECUTE 'REVOKE CREATE ON DATABASE ' || current_database() || ' FROM enamel'; END $$`,
    )
    expect((await checkRights(pool, 'DATABASE_URL')).map(brief)).toEqual([
      'wrong The user of DATABASE_URL (enamel) may not make tables there.',
      'wrong The extension btree_gist is not there, and the user of DATABASE_URL (enamel) may not make it.',
      'wrong The extension pg_trgm is not there, and the user of DATABASE_URL (enamel) may not make it.',
    ])
  })

  it('reports whether Enamel is using it', async () => {
    const { pool, url } = all
    expect(await checkProcesses(pool)).toMatchObject({ state: 'wrong' })
    const jobs = new pg.Client({ connectionString: url, application_name: 'enamel-jobs' })
    await jobs.connect()
    onTestFinished(() => jobs.end())
    expect(brief(await checkProcesses(pool))).toBe(
      'ok Enamel is at work; connections by name: enamel-jobs 1.',
    )
  })
})

describe('the check of jobs', () => {
  it.each([
    {
      what: 'nothing',
      jobs: [],
      says: ['ok Nothing waits to be sent.', 'ok No message was given up within a day.'],
    },
    { what: 'a mail of now', jobs: [{ minutes: 1 }], says: ['ok One message waits', 'ok'] },
    {
      what: 'one of ten minutes',
      jobs: [{ minutes: 1 }, { minutes: 10 }],
      says: ['warning 2 messages wait to be sent, the oldest for 10 minutes.', 'ok'],
    },
    {
      what: 'one of two hours',
      jobs: [{ minutes: 120 }],
      says: ['wrong One message waits to be sent, the oldest for 2 hours.', 'ok'],
    },
    {
      what: 'one given up',
      jobs: [{ minutes: 60, queue: 'undelivered-mail' }],
      says: ['ok', 'warning One message was given up within a day.'],
    },
    {
      what: 'one given up days ago',
      jobs: [{ minutes: 3000, queue: 'undelivered-mail' }],
      says: ['ok', 'ok'],
    },
    { what: 'one sent long ago', jobs: [{ minutes: 3000, state: 'completed' }], says: ['ok', 'ok'] },
  ])('gives the right state with $what', async ({ jobs, says }) => {
    const { pool } = await database()
    for (const { minutes, queue = 'confirmation-mail', state = 'retry' } of jobs as {
      minutes: number
      queue?: string
      state?: string
    }[]) {
      await pool.query(
        `INSERT INTO pgboss.job (name, data, state, created_on) VALUES ($1, '{}', $2::pgboss.job_state, now() - $3 * interval '1 minute')`,
        [queue, state, minutes],
      )
    }
    expect((await checkJobs(pool)).map(brief)).toEqual(says.map((each) => expect.stringContaining(each)))
  })
})

it.each([
  { what: 'none', entries: {}, states: ['warning'] },
  { what: 'one of this night', entries: { taken: 10 }, states: ['ok', 'warning'] },
  {
    what: 'one of this night, and one of this week rehearsed',
    entries: { taken: 10, verified: 100 },
    states: ['ok', 'ok'],
  },
  {
    what: 'one of the day before yesterday, and one of last month rehearsed today',
    entries: { taken: 40, verified: 700 },
    states: ['warning', 'warning'],
  },
])('the check of backups gives the right state: $what', async ({ entries, states }) => {
  const { pool } = await database()
  for (const [what, hours] of Object.entries(entries)) {
    await pool.query(
      `INSERT INTO audit_log (action, subject_kind, subject_id, at)
       VALUES ($1, 'backup', now() - $2 * interval '1 hour', now() - $3 * interval '1 hour')`,
      [`backup.${what}`, hours, what === 'verified' ? 1 : hours],
    )
  }
  expect((await checkBackups(pool, new Date())).map(({ state }) => state)).toEqual(states)
})

describe('the check of other machines', () => {
  it('calls a mail server, and explains in its own words what is wrong with it', async () => {
    const server = await startMailServer()
    onTestFinished(server.close)
    expect(await checkMailServer(server.url)).toMatchObject({ state: 'ok' })
    expect(server.received).toEqual([])
    const strict = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('Nobody here is called ada')),
    }).listen(0, '127.0.0.1')
    await once(strict, 'listening')
    onTestFinished(() => void strict.close())
    const { port } = strict.address() as AddressInfo
    const refused = await checkMailServer(`smtp://ada:hunter2@127.0.0.1:${port}`)
    expect(brief(refused)).toBe(
      `wrong The mail server 127.0.0.1:${port} refuses the user or the password (535).`,
    )
    expect(brief(await checkMailServer(`smtp://${CLOSED}`))).toContain('cannot be connected to')
    const silent = await startMailServer({ silentUntil: new Promise(() => {}) })
    onTestFinished(silent.close)
    expect(brief(await checkMailServer(silent.url, 300))).toContain('does not answer in time')
  })

  it('loads the page as patients do, and reads the clock of the machine that answers', async () => {
    let answer = { status: 200, body: '{"openapi":"3.1.0"}' }
    const server = createServer(({ url = '' }, response) => {
      // Same as deploy/Caddyfile.
      const isInside = ['/healthz', '/readyz', '/metrics'].includes(url)
      const status = isInside ? 404 : answer.status
      response.writeHead(status, { date: 'Mon, 04 Mar 2030 06:00:00 GMT' }).end(answer.body)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await checkPublicUrl(`http://${host}`)).toMatchObject({
      finding: { state: 'ok' },
      date: new Date('2030-03-04T06:00:00Z'),
    })
    expect(await checkSmsGateway(`twilio://SID:hunter2@${host}?from=x`)).toMatchObject({
      finding: { state: 'ok' },
    })
    answer = { status: 502, body: 'Bad Gateway' }
    expect((await checkPublicUrl(`http://${host}`)).finding).toMatchObject({ state: 'wrong' })
    for (const finding of [
      (await checkPublicUrl(`https://${host}`)).finding,
      (await checkSmsGateway(`twilio://SID:hunter2@${CLOSED}?from=x`))!.finding,
    ]) {
      expect(finding.state).toBe('wrong')
      expect(JSON.stringify(finding)).not.toContain('hunter2')
    }
  })
})

it('a proxy that TRUST_PROXY does not name is a warning for a week, until it is named', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const seen = (ago: string) =>
    pool.query(
      `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, at)
       VALUES (NULL, 'server.undeclared_proxy', 'server', 'proxy', now() - $1::interval)`,
      [ago],
    )
  await seen('8 days')
  expect(await checkProxy(pool, 0)).toEqual([])
  await seen('1 day')
  expect(await checkProxy(pool, 0)).toMatchObject([{ state: 'warning' }])
  expect(await checkProxy(pool, 1)).toEqual([])
})

describe('the check of two-step verification for admins', () => {
  it.each([
    ['admin@localhost.localdomain', true],
    ['desk@clinic.localhost', true],
    ['Ada@EXAMPLE.com', true],
    ['ada@printer.local', true],
    ['ada@clinic.test', true],
    ['ada@clinic.com.ng', false],
    ['ada@latest.ng', false],
    ['ada@local.ng', false],
  ])('of mails to %s that lead nowhere: %s', (email, is) => expect(leadsNowhere(email)).toBe(is))

  const found = async (
    emails: string[],
    { required = ['admin'] as StaffType[], hasFactor = false, disabled = false } = {},
  ) => {
    const { pool } = await database()
    for (const [n, email] of emails.entries()) {
      const { id } = await storeStaff(pool as pg.Pool, { username: `admin${n}`, email })
      if (disabled) await pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [id])
      if (hasFactor)
        await pool.query(
          `INSERT INTO staff_factors (id, staff_id, kind, name, secret, last_step, created_at)
           VALUES (gen_random_uuid(), $1, 'totp', 'x', 'x', 0, now())`,
          [id],
        )
    }
    return (await checkSecondStep(pool, required)).map(brief)
  }
  const nowhere = 'admin@localhost.localdomain'
  const mailbox = 'ada@clinic.com.ng'

  it.each<[string, () => Promise<string[]>, string[]]>([
    [
      'the only one has no mailbox',
      () => found([nowhere]),
      ['wrong Admins must set one up with a code by mail, and no'],
    ],
    [
      'one of two has none',
      () => found([nowhere, mailbox]),
      ['warning Admins must set one up with a code by mail, and 1 of 2'],
    ],
    ['each has one', () => found([mailbox]), ['ok Each admin has one']],
    ['they have set it up', () => found([nowhere], { hasFactor: true }), ['ok Each admin has one']],
    ['the account is disabled', () => found([nowhere], { disabled: true }), ['ok Each admin has one']],
    ['nobody must have it', () => found([nowhere], { required: [] }), []],
  ])('gives the right state when %s', async (_, find, says) =>
    expect(await find()).toEqual(says.map((each) => expect.stringContaining(each))),
  )
})
