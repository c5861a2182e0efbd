import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, startClinic } from '../../tests/support/clinic.ts'
import { storeStaff } from '../../tests/support/staff.ts'
import { createPool } from '../db/pool.ts'
import { SESSIONS_PER_PERSON } from './sessions.ts'

// What is given to the thread that works on passwords; it goes there as ever.
const given = vi.spyOn(Worker.prototype, 'postMessage')
/** The hashes that typed passwords were compared with. */
const compared = () => given.mock.calls.flatMap(([{ stored }]) => (stored === undefined ? [] : [stored]))
beforeEach(() => {
  given.mockClear()
})

const password = 'correct horse battery'
const bearerOf = ({ body }: Answer) => ({
  authorization: `Bearer ${(body.data as { token: string }).token}`,
})

/** A clinic with one person, and calls for signing in and for what needs a session. */
async function start({ limits = false } = {}) {
  const clinic = await startClinic({ limits })
  const ada = await storeStaff(clinic.database.pool, { password })
  return {
    ...clinic,
    ada,
    signIn: (more: object = {}, caller?: string) =>
      clinic.call('POST', '/api/auth/signin', { username: 'ada', password, ...more }, {}, caller),
    get: (path: string, headers: Record<string, string>) =>
      clinic.call('GET', `/api${path}`, undefined, headers),
    pass: (minutes: number) => {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    expiry: async () =>
      (await clinic.database.pool.query('SELECT expires_at FROM sessions')).rows[0]?.expires_at as Date,
  }
}

describe('signing in', () => {
  it('gives a token and says who is there; signing out makes the token worthless', async () => {
    await using clinic = await start()
    const signIn = await clinic.signIn()
    expect(signIn).toMatchObject({
      status: 200,
      body: { success: true, data: { user: { username: 'ada', displayName: 'Dt. Ada Obi', type: 'admin' } } },
    })
    const bearer = bearerOf(signIn)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({
      status: 200,
      body: { data: { user: { id: clinic.ada.id } } },
    })
    expect(await clinic.get('/token/test', bearer)).toMatchObject({ body: { data: { kind: 'staff' } } })
    expect(await clinic.call('POST', '/api/auth/logout', undefined, bearer)).toMatchObject({ status: 200 })
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    })
  })

  it('trims the username and takes capitals for small letters', async () => {
    await using clinic = await start()
    expect(await clinic.signIn({ username: '  ADA ' })).toMatchObject({ status: 200 })
  })

  it('takes the password as it is, spaces and capitals included', async () => {
    await using clinic = await start()
    expect(await clinic.signIn({ password: `${password} ` })).toMatchObject({ status: 401 })
    expect(await clinic.signIn({ password: password.toUpperCase() })).toMatchObject({ status: 401 })
  })

  it('answers the same after the same work, whatever is wrong', async () => {
    await using clinic = await start()
    const { pool } = clinic.database
    const disabled = await storeStaff(pool, { username: 'disabled', password })
    await pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [disabled.id])
    await storeStaff(pool, { username: 'without' })
    const tries = [
      { username: 'ada', password: 'wrong horse battery' },
      { username: 'nobody' },
      { username: 'disabled' },
      { username: 'without' },
      { username: 'ada\0' },
    ]
    const answers: object[] = []
    for (const each of tries) {
      const { status, body } = await clinic.signIn(each)
      answers.push({ status, body })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })

    expect(compared()).toHaveLength(tries.length)
    // The price stands in the hash: 19 MiB, two passes, one lane.
    for (const hash of compared()) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    { body: { username: 'a'.repeat(41), password }, field: 'username' },
    { body: { username: 'ada', password: 'secret'.repeat(22) }, field: 'password' },
    { body: { username: ' ', password }, field: 'username' },
    { body: { username: 'ada', password: '' }, field: 'password' },
    { body: { username: 'ada' }, field: 'password' },
    { body: { username: ['ada'], password }, field: 'username' },
    { body: { username: { $ne: null }, password }, field: 'username' },
    { body: '{"username": "ada", "password": "secretsecret', field: 'body' },
  ])('refuses $body.username at $field before any work, and repeats nothing', async ({ body, field }) => {
    await using clinic = await start()
    const answer = await clinic.call('POST', '/api/auth/signin', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|horse|aaa/)
    expect(compared()).toEqual([])
  })

  it('needs the portal token, as every public call', async () => {
    await using clinic = await start()
    const body = { username: 'ada', password }
    for (const authorization of ['', 'Basic YWRhOmFkYQ==', 'Bearer unknown']) {
      expect(await clinic.call('POST', '/api/auth/signin', body, { authorization })).toMatchObject({
        status: 401,
      })
    }
  })

  it('stores the token as a hash only, and writes down who signed in and out', async () => {
    await using clinic = await start()
    const answer = await clinic.signIn()
    const { token } = answer.body.data as { token: string }
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await clinic.database.pool.query('SELECT * FROM sessions')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    await clinic.call('POST', '/api/auth/logout', undefined, bearerOf(answer))
    const trail = await clinic.database.pool.query(
      'SELECT staff_id, action, subject_id, details FROM audit_log ORDER BY id',
    )
    const id = clinic.ada.id
    expect(trail.rows).toEqual([
      { staff_id: id, action: 'staff.signed_in', subject_id: id, details: { by: 'password' } },
      { staff_id: id, action: 'staff.signed_out', subject_id: id, details: null },
    ])
  })

  it('sets no cookie, and lets no cache keep who is there', async () => {
    await using clinic = await start()
    const signIn = await clinic.signIn()
    const bearer = bearerOf(signIn)
    const answers = [
      signIn,
      await clinic.signIn({ password: 'wrong' }),
      await clinic.get('/auth/session', bearer),
      await clinic.get('/token/test', bearer),
      await clinic.call('POST', '/api/auth/logout', undefined, bearer),
      await clinic.get('/auth/session', bearer),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 401])
    for (const { headers } of answers) {
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('keeps at most 20 sessions of a person: one more ends the one that was used least lately', async () => {
    await using clinic = await start()
    const { pool } = clinic.database
    const first = bearerOf(await clinic.signIn())
    clinic.pass(1)
    const second = bearerOf(await clinic.signIn())
    clinic.pass(10)
    // Used again, so that it is not the oldest any more.
    await clinic.get('/auth/session', first)
    const more = Array.from({ length: SESSIONS_PER_PERSON - 2 }, (_, i) => i)
    const others = await storeStaff(pool, { username: 'eve', password })
    await clinic.signIn({ username: others.username })
    for (const _ of more) await clinic.signIn()
    expect(await clinic.get('/auth/session', second)).toMatchObject({ status: 200 })
    await clinic.signIn()
    expect(await clinic.get('/auth/session', second)).toMatchObject({ status: 401 })
    expect(await clinic.get('/auth/session', first)).toMatchObject({ status: 200 })
    const { rows } = await pool.query('SELECT staff_id, count(*)::int AS n FROM sessions GROUP BY staff_id')
    expect(rows).toContainEqual({ staff_id: clinic.ada.id, n: SESSIONS_PER_PERSON })
    expect(rows).toContainEqual({ staff_id: others.id, n: 1 })
  })

  it('starts no session when the password changes while it is being checked', async () => {
    await using clinic = await start()
    const { pool } = clinic.database
    const reset = await pool.connect()
    await reset.query('BEGIN')
    await reset.query(`UPDATE staff SET password_hash = 'another' WHERE username = 'ada'`)
    const signIn = clinic.signIn()
    // The sign-in has checked the old password, and now waits for the row.
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
    await reset.query('COMMIT')
    reset.release()
    expect(await signIn).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect((await pool.query('SELECT 1 FROM sessions')).rowCount).toBe(0)
  })
})

describe('guessing', () => {
  const wrong = { password: 'wrong horse battery' }

  it('is over after 5 failures: the 6th try is told to wait, even a right one', async () => {
    await using clinic = await start({ limits: true })
    for (let i = 0; i < 5; i++) expect(await clinic.signIn(wrong)).toMatchObject({ status: 401 })
    const sixth = await clinic.signIn({ username: ' Ada ' })
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    const wait = Number(sixth.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
    expect(compared()).toHaveLength(5)

    expect(await clinic.signIn({}, '10.0.0.2'), 'from another address').toMatchObject({ status: 200 })
    await storeStaff(clinic.database.pool, { username: 'eve', password })
    expect(await clinic.signIn({ username: 'eve' }), 'another user').toMatchObject({ status: 200 })

    await clinic.database.pool.query('UPDATE rate_limits SET expire = 0')
    expect(await clinic.signIn(), 'when the time is over').toMatchObject({ status: 200 })
  })

  it('is slowed for names that do not exist as well', async () => {
    await using clinic = await start({ limits: true })
    const nobody = { username: 'nobody' }
    for (let i = 0; i < 5; i++) expect(await clinic.signIn(nobody)).toMatchObject({ status: 401 })
    expect(await clinic.signIn(nobody)).toMatchObject({ status: 429 })
  })

  it('begins anew after a success', async () => {
    await using clinic = await start({ limits: true })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await clinic.signIn(wrong)
      expect(await clinic.signIn()).toMatchObject({ status: 200 })
    }
  })

  it('with many tries at once gets 5 checked and no more', async () => {
    await using clinic = await start({ limits: true })
    const answers = await Promise.all(Array.from({ length: 15 }, () => clinic.signIn(wrong)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 10])
    expect(compared()).toHaveLength(5)
  })

  it('is told from right sign-ins of one person on many devices at once', async () => {
    await using clinic = await start({ limits: true })
    const answers = await Promise.all(Array.from({ length: 15 }, () => clinic.signIn()))
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
  })

  it('through all the names from one address ends too', async () => {
    await using clinic = await start({ limits: true })
    const from = (caller: string) => clinic.signIn({}, caller)
    expect(await from('10.0.0.9')).toMatchObject({ status: 200 })
    // As many as one address may fail, of whatever users; the rows are those of the limit itself.
    const { rowCount } = await clinic.database.pool.query(
      `UPDATE rate_limits SET points = 100 WHERE key LIKE 'sign-in-address:%'`,
    )
    expect(rowCount).toBe(1)
    expect(await from('10.0.0.9')).toMatchObject({ status: 429 })
    expect(await from('10.0.0.8')).toMatchObject({ status: 200 })
  })

  it('is not what someone does whose password could not be checked', async () => {
    await using clinic = await start({ limits: true })
    const { pool } = clinic.database
    await pool.query('ALTER TABLE sessions RENAME TO away')
    for (let i = 0; i < 6; i++) expect(await clinic.signIn()).toMatchObject({ status: 500 })
    await pool.query('ALTER TABLE away RENAME TO sessions')
    expect(await clinic.signIn()).toMatchObject({ status: 200 })
  })
})

describe('a session', () => {
  it('lasts 12 hours from its last use', async () => {
    await using clinic = await start()
    const bearer = bearerOf(await clinic.signIn())
    clinic.pass(11 * 60 + 59)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 200 })
    clinic.pass(11 * 60 + 59)
    expect(await clinic.get('/token/test', bearer)).toMatchObject({ status: 200 })
    clinic.pass(12 * 60)
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
  })

  it('is written at most every 5 minutes', async () => {
    await using clinic = await start()
    const bearer = bearerOf(await clinic.signIn())
    const atFirst = await clinic.expiry()
    clinic.pass(4)
    await clinic.get('/auth/session', bearer)
    expect(await clinic.expiry()).toEqual(atFirst)
    clinic.pass(1)
    await clinic.get('/auth/session', bearer)
    expect((await clinic.expiry()).getTime() - atFirst.getTime()).toBe(5 * 60_000)
  })

  it.each([
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with one letter changed', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    ['made longer', (token: string) => `${token}A`],
    ['in other capitals', (token: string) => token.toLowerCase()],
    ['that never was', () => 'A'.repeat(43)],
    ['that is a hash in the table', () => ''],
  ])('is not had by a token %s', async (_, tamper) => {
    await using clinic = await start()
    const { token } = (await clinic.signIn()).body.data as { token: string }
    const { rows } = await clinic.database.pool.query('SELECT token_hash FROM sessions')
    const authorization = `Bearer ${tamper(token) || rows[0].token_hash}`
    expect(await clinic.get('/auth/session', { authorization })).toMatchObject({ status: 401 })
    expect(await clinic.get('/token/test', { authorization })).toMatchObject({ status: 401 })
  })

  it('ends at once when the person is disabled', async () => {
    await using clinic = await start()
    const bearer = bearerOf(await clinic.signIn())
    await clinic.database.pool.query('UPDATE staff SET disabled_at = now()')
    expect(await clinic.get('/auth/session', bearer)).toMatchObject({ status: 401 })
    expect(await clinic.get('/token/test', bearer)).toMatchObject({ status: 401 })
  })

  it('of a patient is told apart, and opens nothing of the staff', async () => {
    await using clinic = await start()
    const patient = await patientToken(clinic)
    expect(await clinic.get('/token/test', patient)).toMatchObject({
      status: 200,
      body: { data: { kind: 'patient' } },
    })
    expect(await clinic.get('/auth/session', patient)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    clinic.pass(31)
    expect(await clinic.get('/token/test', patient)).toMatchObject({ status: 401 })
  })

  it('is not had by the portal', async () => {
    await using clinic = await start()
    for (const path of ['/auth/session', '/token/test']) {
      expect(await clinic.get(path, {})).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  it('is not over because the database is away', async () => {
    const url = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
    const pool = createPool(url)
    const close = () => pool.end()
    await using cut = await startClinic({
      limits: true,
      database: { url, pool, close, [Symbol.asyncDispose]: close },
    })
    const away = { status: 503, body: { success: false, code: 'unavailable' } }
    const bearer = { authorization: `Bearer ${'A'.repeat(43)}` }
    expect(await cut.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject(away)
    expect(await cut.call('GET', '/api/token/test', undefined, bearer)).toMatchObject(away)
    expect(await cut.call('POST', '/api/auth/logout', undefined, bearer)).toMatchObject(away)
    for (let i = 0; i < 6; i++) {
      const signIn = await cut.call('POST', '/api/auth/signin', { username: 'ada', password })
      expect(signIn).toMatchObject(away)
      expect(signIn.headers.get('retry-after')).toBe('2')
    }
  })
})

/** What verifying a one-time code will store: half an hour, never longer. */
async function patientToken(clinic: Awaited<ReturnType<typeof start>>) {
  const { newToken, tokenHash } = await import('./tokens.ts')
  const token = newToken()
  const id = randomUUID()
  await clinic.database.pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     VALUES ($1, 'Bisi', 'Ade', 'bisi@example.com', 'bisi@example.com', '08030000000', '')`,
    [id],
  )
  await clinic.database.pool.query(
    `INSERT INTO sessions (token_hash, patient_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
    [tokenHash(token), id, clinic.clock.now, new Date(clinic.clock.now.getTime() + 30 * 60_000)],
  )
  return { authorization: `Bearer ${token}` }
}
