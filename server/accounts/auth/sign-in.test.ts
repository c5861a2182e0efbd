import { hashSync } from '@node-rs/argon2'
import { beforeEach, describe, expect, it } from 'vitest'
import { storeStaff } from '../../../tests/support/staff.ts'
import { SESSIONS_PER_PERSON } from './sessions.ts'
import { bearerOf, password, startWithAda, watchPasswords } from './sign-in.fixture.ts'

const passwords = watchPasswords()
beforeEach(passwords.forget)

describe('signing in', () => {
  it('returns a token and the person; signing out invalidates the token', async () => {
    await using clinic = await startWithAda()
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
    await using clinic = await startWithAda()
    expect(await clinic.signIn({ username: '  ADA ' })).toMatchObject({ status: 200 })
  })

  it('takes the password as it is, spaces and capitals included', async () => {
    await using clinic = await startWithAda()
    expect(await clinic.signIn({ password: `${password} ` })).toMatchObject({ status: 401 })
    expect(await clinic.signIn({ password: password.toUpperCase() })).toMatchObject({ status: 401 })
  })

  it('answers the same after the same work, whatever is wrong', async () => {
    await using clinic = await startWithAda()
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

    expect(passwords.compared()).toHaveLength(tries.length)
    // The hash names its parameters: 19 MiB, two passes, one lane.
    for (const hash of passwords.compared()) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
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
    await using clinic = await startWithAda()
    const answer = await clinic.call('POST', '/api/auth/signin', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|horse|aaa/)
    expect(passwords.compared()).toEqual([])
  })

  it('needs the portal token, as every public call', async () => {
    await using clinic = await startWithAda()
    const body = { username: 'ada', password }
    for (const authorization of ['', 'Basic YWRhOmFkYQ==', 'Bearer unknown']) {
      expect(await clinic.call('POST', '/api/auth/signin', body, { authorization })).toMatchObject({
        status: 401,
      })
    }
  })

  it('rehashes a password that has outdated parameters', async () => {
    await using clinic = await startWithAda()
    const { pool } = clinic.database
    const stored = async () => (await pool.query('SELECT password_hash AS hash FROM staff')).rows[0].hash
    const present = await stored()
    await clinic.signIn()
    expect(await stored(), 'one of now stays').toBe(present)

    const former = hashSync(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await pool.query('UPDATE staff SET password_hash = $1', [former])
    expect(await clinic.signIn({ password: 'wrong horse battery' })).toMatchObject({ status: 401 })
    expect(await stored()).toBe(former)
    for (let i = 0; i < 2; i++) expect(await clinic.signIn()).toMatchObject({ status: 200 })
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('stores only the hash of the token, and audits who signed in and out', async () => {
    await using clinic = await startWithAda()
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

  it('sets a cookie at the sign-in alone, and forbids caching', async () => {
    await using clinic = await startWithAda()
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
    expect(answers.map(({ headers }) => headers.has('set-cookie'))).toEqual([true, ...Array(5).fill(false)])
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('leaves at most 20 sessions of a person: one more ends the least recently used one', async () => {
    await using clinic = await startWithAda()
    const { pool } = clinic.database
    const first = bearerOf(await clinic.signIn())
    clinic.pass(1)
    const second = bearerOf(await clinic.signIn())
    clinic.pass(10)
    // Used again, so it is no longer the oldest.
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

  it('starts no session when the password changes during the check', async () => {
    await using clinic = await startWithAda()
    const { pool } = clinic.database
    const reset = await pool.connect()
    await reset.query('BEGIN')
    await reset.query(`UPDATE staff SET password_hash = 'another' WHERE username = 'ada'`)
    const signIn = clinic.signIn()
    // The sign-in has verified the old password and now waits for the row.
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await reset.query('COMMIT')
    reset.release()
    expect(await signIn).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect((await pool.query('SELECT 1 FROM sessions')).rowCount).toBe(0)
  })
})
