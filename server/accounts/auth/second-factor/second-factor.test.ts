import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import clinic from '../../../../clinic.config.ts'
import { type Answer, startClinic, type TestOptions } from '../../../../tests/support/clinic.ts'
import { type StaffOptions, storeStaff } from '../../../../tests/support/staff.ts'
import { runCommand } from '../../staff/operator-command.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { makeFactorCode } from './steps.ts'
import { stepAt, totpCode } from './totp.ts'

const password = 'seven quiet herons'
const secret = Buffer.from('a secret of twenty b')

async function start(options: TestOptions = {}) {
  const clinic = await startClinic({ secondFactor: ['admin'], ...options })
  const { pool } = clinic.database
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    clinic.call('POST', `/api/auth/${path}`, body, headers)
  const dataOf = ({ body }: Answer) => body.data as Record<string, string>
  return {
    ...clinic,
    pool,
    post,
    /** The token of the step that a right password leads to. */
    step: async (username = 'ada') => dataOf(await post('signin', { username, password })).step ?? '',
    account: (more: StaffOptions = {}) => storeStaff(pool, { password, ...more }),
    withApp: async (more: StaffOptions = {}) => {
      const staff = await storeStaff(pool, { password, ...more })
      await pool.query(
        `INSERT INTO staff_factors (id, staff_id, kind, name, secret, last_step, created_at)
         VALUES (gen_random_uuid(), $1, 'totp', 'Phone', $2, 0, $3)`,
        [staff.id, secret, clinic.clock.now],
      )
      return staff
    },
    /** An account that has had its two weeks. */
    isDue: (id: string, at = new Date(0)) =>
      pool.query('UPDATE staff SET factor_due_at = $2 WHERE id = $1', [id, at]),
    code: (steps = 0) => totpCode(secret, stepAt(clinic.clock.now) + steps),
    sessions: async () => (await pool.query('SELECT 1 FROM sessions')).rowCount,
    trail: async () =>
      (await pool.query(`SELECT action, details FROM audit_log ORDER BY id DESC`)).rows as {
        action: string
        details: Record<string, unknown>
      }[],
    mails: async () =>
      (
        await pool.query(
          `SELECT data->>'kind' AS kind FROM pgboss.job WHERE name = 'account-mail' ORDER BY created_on`,
        )
      ).rows.map(({ kind }) => kind as string),
    mailedCode: async () => {
      const { rows } = await pool.query('SELECT id FROM factor_steps')
      return (await makeFactorCode(pool, rows[0].id, clinic.clock.now))?.code ?? ''
    },
  }
}

let on: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  on = await start()
})
afterEach(() => on[Symbol.asyncDispose]())

const refused = (code: string, status = 400) => ({ status, body: { code } })

describe('a code of an app', () => {
  it('stands between the password and the session', async () => {
    await on.withApp()
    const first = await on.post('signin', { username: 'ada', password })
    expect(first).toMatchObject({
      status: 200,
      body: { data: { purpose: 'verify', displayName: 'Dt. Ada Obi', kinds: ['totp'] } },
    })
    expect(JSON.stringify(first.body)).not.toContain('token')
    expect(await on.sessions()).toBe(0)
    const { step } = first.body.data as { step: string }
    const answer = await on.post('factor/code', { step, code: on.code() })
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { username: 'ada' } } } })
    expect(await on.sessions()).toBe(1)
    expect((await on.trail())[0]).toEqual({ action: 'staff.signed_in', details: { by: 'totp' } })
  })

  it('comes before the cookie of a known device, and before the fresh proof', async () => {
    await on.withApp()
    const first = await on.post('signin', { username: 'ada', password })
    expect(first.headers.get('set-cookie')).toBeNull()
    const known = () => on.pool.query('SELECT 1 FROM known_devices')
    expect((await known()).rowCount).toBe(0)
    const { step } = first.body.data as { step: string }
    const answer = await on.post('factor/code', { step, code: on.code() })
    expect(answer.headers.get('set-cookie')).toMatch(/^device-[\w-]{8}=/)
    expect((await known()).rowCount).toBe(1)
    const { rows } = await on.pool.query('SELECT proven_at FROM sessions')
    expect(rows).toEqual([{ proven_at: on.clock.now }])
  })

  it('is asked of every person who has one, required or not', async () => {
    await on.withApp({ username: 'bo', type: 'staff' })
    expect(await on.step('bo')).not.toBe('')
  })

  it('counts once, also for another step', async () => {
    await on.withApp()
    const [one, other] = [await on.step(), await on.step()]
    const code = on.code()
    expect(await on.post('factor/code', { step: one, code })).toMatchObject({ status: 200 })
    expect(await on.post('factor/code', { step: other, code })).toMatchObject(refused('code_wrong'))
  })

  it('used twice at the same time counts once', async () => {
    await on.withApp()
    const steps = [await on.step(), await on.step()]
    const code = on.code()
    const answers = await Promise.all(steps.map((step) => on.post('factor/code', { step, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await on.sessions()).toBe(1)
  })

  it('may be tried five times, and after that the right one is refused too', async () => {
    await on.withApp()
    const step = await on.step()
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await on.post('factor/code', { step, code: '000000' })).toMatchObject(refused('code_wrong'))
    }
    expect(await on.post('factor/code', { step, code: on.code() })).toMatchObject(refused('link_spent'))
  })

  it('of one person opens nothing for another', async () => {
    await on.withApp()
    await on.withApp({ username: 'bo' })
    await on.pool.query(
      `UPDATE staff_factors SET secret = $1 FROM staff WHERE staff.id = staff_id AND username = 'bo'`,
      [Buffer.from('another secret of bo')],
    )
    const step = await on.step('bo')
    expect(await on.post('factor/code', { step, code: on.code() })).toMatchObject(refused('code_wrong'))
  })

  it('comes too late after ten minutes', async () => {
    await on.withApp()
    const step = await on.step()
    on.clock.now = new Date(on.clock.now.getTime() + 10 * 60_000)
    expect(await on.post('factor/code', { step, code: on.code() })).toMatchObject(refused('link_spent'))
  })

  it('comes too late once the account is disabled', async () => {
    const ada = await on.withApp()
    const boss = await on.signedIn({ username: 'boss' })
    const step = await on.step()
    await on.call('PATCH', `/api/staff/${ada.id}`, { disabled: true }, boss.bearer)
    expect(await on.post('factor/code', { step, code: on.code() })).toMatchObject(refused('link_spent'))
  })

  it('starts no session while its step is open', async () => {
    await on.withApp()
    const bearer = { authorization: `Bearer ${await on.step()}` }
    for (const path of ['/api/auth/session', '/api/auth/factors', '/api/staff', '/api/events']) {
      expect(await on.call('GET', path, undefined, bearer)).toMatchObject({ status: 401 })
    }
  })

  it('is refused after ten wrong ones an hour over all steps', async () => {
    await using limited = await start({ limits: true })
    await limited.withApp()
    for (let tries = 0; tries < 10; tries += 1) {
      await limited.post('factor/code', { step: await limited.step(), code: '000000' })
    }
    const step = await limited.step()
    expect(await limited.post('factor/code', { step, code: limited.code() })).toMatchObject({ status: 429 })
  })
})

it('a recovery code signs in once, and its owner is notified', async () => {
  const { id } = await on.withApp()
  const codes = await newRecoveryCodes(on.pool, id)
  expect(codes).toHaveLength(10)
  expect(codes[0]).toMatch(/^(?:[a-z2-7]{6}-){3}[a-z2-7]{6}$/)
  const code = ` ${codes[0]?.toUpperCase()} `
  expect(await on.post('factor/code', { step: await on.step(), code })).toMatchObject({ status: 200 })
  expect(await on.post('factor/code', { step: await on.step(), code })).toMatchObject(refused('code_wrong'))
  expect(await on.mails()).toEqual(['factors_changed'])
  const stored = JSON.stringify((await on.pool.query('SELECT * FROM recovery_codes')).rows)
  for (const each of codes) expect(stored).not.toContain(each.replaceAll('-', ''))
})

describe('a person who must have a second factor and has none', () => {
  it('signs in for two weeks and sees the deadline', async () => {
    const { id } = await on.account()
    const dueAt = new Date(on.clock.now.getTime() + 60_000)
    await on.isDue(id, dueAt)
    expect(await on.post('signin', { username: 'ada', password })).toMatchObject({
      status: 200,
      body: { data: { user: { username: 'ada' }, factorDueAt: dueAt.toISOString() } },
    })
  })

  it('has two weeks from the upgrade, as the migration says', async () => {
    await on.account()
    const { rows } = await on.pool.query(`SELECT factor_due_at - now() AS left FROM staff`)
    expect(rows[0].left).toMatchObject({ days: 13, hours: 23 })
  })

  it('then proves the mailbox and sets one up before there is a session', async () => {
    const { id } = await on.account()
    await on.isDue(id)
    const first = await on.post('signin', { username: 'ada', password })
    expect(first.body.data).toMatchObject({ purpose: 'enrol', kinds: ['passkey', 'totp'] })
    const { step } = first.body.data as { step: string }
    // Nothing is given out before the mailed code.
    for (const path of ['enrol/totp/start', 'enrol/passkey/start']) {
      expect(await on.post(path, { step })).toMatchObject(refused('link_spent'))
    }
    expect(await on.post('factor/code', { step, code: '123456' })).toMatchObject(refused('link_spent'))
    expect(await on.post('enrol/mail', { step })).toMatchObject({ status: 200 })
    expect(await on.mails()).toEqual(['factor_code'])
    const code = await on.mailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await on.post('enrol/proof', { step, code: wrong })).toMatchObject(refused('code_wrong'))
    expect(await on.post('enrol/proof', { step, code })).toMatchObject({ status: 200 })
    expect(await on.post('enrol/proof', { step, code })).toMatchObject(refused('code_wrong'))

    const begun = await on.post('enrol/totp/start', { step })
    const { uri } = begun.body.data as { uri: string; secret: string }
    expect(uri).toMatch(/^otpauth:\/\/totp\/Enamel%20Dental%20Clinic:ada\?secret=[A-Z2-7]{32}&issuer=/)
    const made = (await on.pool.query('SELECT secret FROM factor_steps')).rows[0].secret as Buffer
    const shown = totpCode(made, stepAt(on.clock.now))
    expect(await on.sessions()).toBe(0)
    const done = await on.post('enrol/totp', { step, code: shown, name: 'My phone' })
    expect(done).toMatchObject({ status: 200, body: { data: { signedIn: { user: { username: 'ada' } } } } })
    expect((done.body.data as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    expect((await on.trail()).map(({ action }) => action)).toEqual(['staff.signed_in', 'staff.factor_added'])
    // The code that set it up does not sign in.
    const again = await on.step()
    expect(await on.post('factor/code', { step: again, code: shown })).toMatchObject(refused('code_wrong'))
  })

  it('gets a day from the operator, who removes lost ones', async () => {
    await on.withApp()
    const { pool, clock } = on
    const surroundings = { pool, clinic, now: clock.now, readPassword: async () => '', say: () => {} }
    await runCommand({ name: 'reset-factor', username: 'ada' }, surroundings)
    expect((await on.trail())[0]).toMatchObject({
      action: 'staff.factors_reset',
      details: { by: 'operator' },
    })
    expect(await on.post('signin', { username: 'ada', password })).toMatchObject({
      body: { data: { user: { username: 'ada' } } },
    })
    on.clock.now = new Date(on.clock.now.getTime() + 24 * 3_600_000)
    expect(await on.post('signin', { username: 'ada', password })).toMatchObject({
      body: { data: { purpose: 'enrol' } },
    })
  })
})

describe('one’s own second factors', () => {
  async function signedIn() {
    const ada = await on.withApp()
    const answer = await on.post('factor/code', { step: await on.step(), code: on.code() })
    const { token } = answer.body.data as { token: string }
    return { ada, bearer: { authorization: `Bearer ${token}` } }
  }
  type Listed = { factors: { id: string; name: string }[]; recoveryCodes: number }
  const listed = async (bearer: Record<string, string>) =>
    (await on.call('GET', '/api/auth/factors', undefined, bearer)).body.data as Listed

  it('are listed and named, without a secret', async () => {
    const { bearer } = await signedIn()
    const { factors } = await listed(bearer)
    expect(factors).toMatchObject([{ kind: 'totp', name: 'Phone' }])
    await on.call('PATCH', `/api/auth/factors/${factors[0]?.id}`, { name: 'Old phone' }, bearer)
    expect((await listed(bearer)).factors).toMatchObject([{ name: 'Old phone' }])
    expect(JSON.stringify(await listed(bearer))).not.toContain('secret')
  })

  it('can be changed with the password alone', async () => {
    const { bearer } = await signedIn()
    const id = (await listed(bearer)).factors[0]?.id
    for (const path of ['factors/begin', 'factors/recovery-codes', `factors/${id}/remove`]) {
      const answer = await on.post(path, { password: 'nine loud herons' }, bearer)
      expect(answer).toMatchObject({ status: 400, body: { errors: { password: expect.any(String) } } })
    }
    expect((await listed(bearer)).factors).toHaveLength(1)
  })

  it('keep the last one where one is required, and codes go with the last one', async () => {
    const { ada, bearer } = await signedIn()
    const id = (await listed(bearer)).factors[0]?.id
    await newRecoveryCodes(on.pool, ada.id)
    const remove = () => on.post(`factors/${id}/remove`, { password }, bearer)
    expect(await remove()).toMatchObject(refused('last_factor', 409))
    await on.pool.query(`UPDATE staff SET type = 'staff'`)
    expect(await remove()).toMatchObject({ status: 200 })
    expect(await listed(bearer)).toMatchObject({ factors: [], recoveryCodes: 0 })
    expect(await on.mails()).toEqual(['factors_changed'])
  })

  it('belong to no one else', async () => {
    const { bearer } = await signedIn()
    const eve = await on.signedIn({ username: 'eve', password })
    const id = (await listed(bearer)).factors[0]?.id
    expect(await on.post(`factors/${id}/remove`, { password }, eve.bearer)).toMatchObject({ status: 404 })
    const named = await on.call('PATCH', `/api/auth/factors/${id}`, { name: 'x' }, eve.bearer)
    expect(named).toMatchObject({ status: 404 })
  })

  it('can be added from the profile without starting a session', async () => {
    const { bearer } = await signedIn()
    const begun = await on.post('factors/begin', { password }, bearer)
    const { step } = begun.body.data as { step: string }
    await on.post('enrol/totp/start', { step })
    const made = (await on.pool.query('SELECT secret FROM factor_steps')).rows[0].secret as Buffer
    const code = totpCode(made, stepAt(on.clock.now))
    const done = await on.post('enrol/totp', { step, code, name: 'Tablet' })
    expect(done).toMatchObject({ status: 200, body: { data: { recoveryCodes: null, signedIn: null } } })
    expect(await on.sessions()).toBe(1)
    expect((await listed(bearer)).factors).toHaveLength(2)
  })
})

it('a passkey sign-in begins the same for everybody, and no made-up answer is accepted', async () => {
  const { body } = await on.post('factor/passkey/start', {})
  const { step, options } = body.data as { step: string; options: Record<string, unknown> }
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const response = {
    id: 'abc',
    rawId: 'abc',
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  expect(await on.post('factor/passkey', { step, response })).toMatchObject(refused('code_wrong'))
  expect(await on.post('factor/code', { step, code: '123456' })).toMatchObject(refused('link_spent'))
})
