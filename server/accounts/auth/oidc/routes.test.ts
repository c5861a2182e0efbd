import { describe, expect, it } from 'vitest'
import { type Answer, startClinic, type TestOptions } from '../../../../tests/support/clinic.ts'
import { forged, startOpenIdProvider, type Vouched } from '../../../../tests/support/open-id-provider.ts'
import {
  ada,
  clinicFor,
  countOf,
  redirectUri,
  startBoth,
  tab,
} from '../../../../tests/support/open-id-sign-in.ts'
import { storeStaff } from '../../../../tests/support/staff.ts'
import { stepAt, totpCode } from '../second-factor/totp.ts'

const MINUTE_MS = 60_000

it('the staff member whose address the provider vouches for is signed in', async () => {
  const logged: string[] = []
  const { start, comeBack, finish, provider, clinic, staff, pool } = await startBoth({ clinic: { logged } })
  const { url, secret } = await start()
  const back = await provider.visit(url, ada)
  const { code, headers } = await comeBack(back)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')

  const signedIn = await finish(code, secret)
  expect(signedIn).toMatchObject({
    status: 200,
    body: { data: { user: { id: staff.id, displayName: 'Dt. Ada Obi' } } },
  })
  const { token } = signedIn.body.data as { token: string }
  const bearer = { authorization: `Bearer ${token}` }
  expect(await clinic.call('GET', '/api/auth/session', undefined, bearer)).toMatchObject({ status: 200 })
  expect((await pool.query('SELECT staff_id, action, details FROM audit_log ORDER BY id')).rows).toEqual([
    { staff_id: staff.id, action: 'staff.provider_bound', details: null },
    { staff_id: staff.id, action: 'staff.signed_in', details: { by: 'oidc' } },
  ])

  const lines = logged.join('')
  expect(lines).toContain('/api/auth/oidc/callback')
  const asked = new URL(url).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  const secrets = [secret, code, token, asked.get('state'), back.searchParams.get('code'), 'ada@']
  for (const each of secrets) expect(lines.toLowerCase()).not.toContain(each?.toLowerCase())
})

it('the values for a sign-in are stored as hashes', async () => {
  const { start, comeBack, provider, pool } = await startBoth()
  const { url, secret } = await start()
  const { code } = await comeBack(await provider.visit(url, ada))
  const stored = JSON.stringify((await pool.query('SELECT * FROM oidc_sign_ins')).rows)
  for (const each of [secret, code, new URL(url).searchParams.get('state')]) {
    expect(stored).not.toContain(each)
  }
})

it.each([{ takesSecretIn: 'header' as const }, { takesSecretIn: 'body' as const }])(
  'the client secret is sent in the $takesSecretIn to a provider that takes it nowhere else',
  async (how) => {
    const { start, comeBack, finish, provider } = await startBoth({ provider: how })
    for (const _ of ['first', 'second']) {
      const { url, secret } = await start()
      const { code } = await comeBack(await provider.visit(url, ada))
      expect(await finish(code, secret)).toMatchObject({ status: 200 })
    }
  },
)

it('a public client needs no secret', async () => {
  const { start, comeBack, finish, provider } = await startBoth({
    provider: { client: { client_secret: undefined, token_endpoint_auth_method: 'none' } },
    clientSecret: undefined,
  })
  const { url, secret } = await start()
  const { code } = await comeBack(await provider.visit(url, ada))
  expect(await finish(code, secret)).toMatchObject({ status: 200 })
})

it('the address may come from the ID token', async () => {
  const { start, comeBack, finish, provider } = await startBoth({ provider: { emailInIdToken: true } })
  const { url, secret } = await start()
  const { code } = await comeBack(await provider.visit(url, ada))
  expect(await finish(code, secret)).toMatchObject({ status: 200 })
})

it.each([
  { name: 'an address that is not verified', person: { email: 'ada@example.com', email_verified: false } },
  { name: 'an address of which nothing is said', person: { email: 'ada@example.com' } },
  { name: 'no address', person: { email_verified: true } },
  { name: 'an address of nobody', person: { email: 'eve@example.com', email_verified: true } },
])('no one gets in for $name, nor an account', async ({ person }) => {
  for (const emailInIdToken of [false, true]) {
    const logged: string[] = []
    const { start, comeBack, provider, pool } = await startBoth({
      provider: { emailInIdToken },
      clinic: { logged },
    })
    const { url } = await start()
    expect(await comeBack(await provider.visit(url, person))).toMatchObject({ error: 'not_staff' })
    expect(await countOf(pool, 'staff')).toBe(1)
    expect(await countOf(pool, 'oidc_sign_ins')).toBe(0)
    expect(logged.join('')).toContain('OpenID sign-in by nobody of the staff')
    expect(logged.join('')).not.toContain('@example.com')
  }
})

describe('an invited person without an account', () => {
  const eve: Vouched = { email: 'Eve@Example.com', email_verified: true, sub: 'eve' }
  const invitation = {
    email: 'eve@example.com',
    surname: 'Eze',
    other_names: 'Eve',
    type: 'admin',
    location: null,
  }
  async function invited(options: TestOptions) {
    const both = await startBoth({ clinic: options })
    const admin = await both.clinic.signedIn({ username: 'admin' })
    expect(await both.clinic.call('POST', '/api/staff/invites', invitation, admin.bearer)).toMatchObject({
      status: 201,
    })
    return both
  }

  it('gets one without a password by the first sign-in, where the provider is the only way', async () => {
    const { start, comeBack, finish, provider, pool } = await invited({ passwordsOnlyFor: 'admin' })
    for (const _ of ['first', 'second']) {
      const { url, secret } = await start()
      const { code } = await comeBack(await provider.visit(url, eve))
      expect(await finish(code, secret)).toMatchObject({
        status: 200,
        body: { data: { user: { type: 'admin' } } },
      })
    }
    const { rows } = await pool.query(
      `SELECT username, password_hash, oidc_subject,
         (SELECT array_agg(action ORDER BY id) FROM audit_log WHERE subject_id = staff.id::text) AS trail
       FROM staff WHERE email_key = 'eve@example.com'`,
    )
    expect(rows).toEqual([
      {
        username: 'eve',
        password_hash: null,
        oidc_subject: 'eve',
        trail: expect.arrayContaining(['staff.registered', 'alarm.new_admin', 'staff.provider_bound']),
      },
    ])
    expect((await pool.query('SELECT FROM invitations WHERE used_at IS NULL')).rowCount).toBe(0)
  })

  it.each<[string, TestOptions, Vouched]>([
    ['where passwords count too: the link makes the account', {}, eve],
    ['by another address', { passwordsOnlyFor: 'admin' }, { ...eve, email: 'eze@example.com' }],
    ['by an address that is not verified', { passwordsOnlyFor: 'admin' }, { ...eve, email_verified: false }],
  ])('gets none %s', async (_, options, person) => {
    const { start, comeBack, provider, pool } = await invited(options)
    const { url } = await start()
    expect(await comeBack(await provider.visit(url, person))).toMatchObject({ error: 'not_staff' })
    expect((await pool.query('SELECT FROM invitations WHERE used_at IS NULL')).rowCount).toBe(1)
  })

  it('gets none by an expired invitation, or for an address whose account is disabled', async () => {
    const { start, comeBack, provider, pool, clinic } = await invited({ passwordsOnlyFor: 'admin' })
    const { id } = await storeStaff(pool, { username: 'old', email: 'eve@example.com' })
    await pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [id])
    const tried = async () => comeBack(await provider.visit((await start()).url, eve))
    expect(await tried()).toMatchObject({ error: 'not_staff' })
    expect((await pool.query('SELECT FROM invitations WHERE used_at IS NULL')).rowCount).toBe(1)
    await pool.query(
      `UPDATE staff SET email = 'old@example.com', email_key = 'old@example.com' WHERE id = $1`,
      [id],
    )
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 8 * 24 * 60 * MINUTE_MS)
    expect(await tried()).toMatchObject({ error: 'not_staff' })
  })
})

it('a person is known by issuer and subject from the first sign-in on, whatever their address is later', async () => {
  const { start, comeBack, finish, provider, staff } = await startBoth()
  const signIn = async (person: Vouched) => {
    const { url, secret } = await start()
    const { code, error } = await comeBack(await provider.visit(url, person))
    if (error) return error
    return ((await finish(code, secret)).body.data as { user: { id: string } }).user.id
  }
  expect(await signIn({ ...ada, sub: 'ada' })).toBe(staff.id)
  expect(await signIn({ email: 'ada.obi@example.com', email_verified: true, sub: 'ada' })).toBe(staff.id)
  expect(await signIn({ sub: 'ada' }), 'without an address').toBe(staff.id)
  // On the version before, the next owner of a former colleague's address got their account.
  expect(await signIn({ ...ada, sub: 'eve' })).toBe('not_staff')
})

it('a session is proven only where the provider has just authenticated the person', async () => {
  const { start, comeBack, finish, provider, clinic } = await startBoth({
    clinic: { now: new Date().toISOString() },
  })
  const invite = async ({ url, secret }: { url: string; secret: string }) => {
    const { code } = await comeBack(await provider.visit(url, ada))
    const { token } = (await finish(code, secret)).body.data as { token: string }
    const invitation = {
      email: 'eve@example.com',
      surname: 'Eze',
      other_names: 'Eve',
      type: 'staff',
      locations: ['fct'],
    }
    return clinic.call('POST', '/api/staff/invites', invitation, { authorization: `Bearer ${token}` })
  }
  expect(await invite(await start())).toMatchObject({ status: 403, body: { code: 'fresh_proof_required' } })
  const fresh = await clinic.call('POST', '/api/auth/oidc/start', { fresh: true })
  const begun = fresh.body.data as { url: string; secret: string }
  expect(new URL(begun.url).searchParams.get('prompt')).toBe('login')
  expect(await invite(begun)).toMatchObject({ status: 201 })
})

describe('a second factor', () => {
  const secret = Buffer.from('a secret of twenty b')
  const withAmr = (amr: unknown) => ({
    forge: (answer: { id_token: string }) => {
      answer.id_token = forged(answer.id_token, { amr }, { signed: true })
    },
  })
  type Begun = Awaited<ReturnType<typeof startBoth>>
  async function signIn({ start, comeBack, finish, provider }: Begun) {
    const { url, secret } = await start()
    const { code } = await comeBack(await provider.visit(url, ada))
    return finish(code, secret)
  }
  const addApp = ({ pool, staff, clinic }: Begun) =>
    pool.query(
      `INSERT INTO staff_factors (id, staff_id, kind, name, secret, last_step, created_at)
       VALUES (gen_random_uuid(), $1, 'totp', 'Phone', $2, 0, $3)`,
      [staff.id, secret, clinic.clock.now],
    )

  // Before, an admin with an app signed in at a provider that asks for a password alone, and was asked for nothing.
  it.each([
    ['which the provider did not ask for', undefined, undefined],
    ['where it asked for a password', ['pwd'], undefined],
    ['where it sent a message, which is none', ['pwd', 'sms'], undefined],
    ['in the place of claims that are none', 'mfa', undefined],
    ['also where passwords are switched off', ['pwd'], 'admin'],
  ])('is required for %s', async (_, amr, passwordsOnlyFor) => {
    const both = await startBoth({
      provider: withAmr(amr),
      clinic: { ...(passwordsOnlyFor && { passwordsOnlyFor }) },
    })
    await addApp(both)
    const first = await signIn(both)
    expect(first).toMatchObject({ status: 200, body: { data: { purpose: 'verify', kinds: ['totp'] } } })
    expect(JSON.stringify(first.body)).not.toContain('token')
    expect(await countOf(both.pool, 'sessions')).toBe(0)
    const { step } = first.body.data as { step: string }
    const code = totpCode(secret, stepAt(both.clinic.clock.now))
    const done = await both.clinic.call('POST', '/api/auth/factor/code', { step, code })
    expect(done).toMatchObject({ status: 200, body: { data: { user: { id: both.staff.id } } } })
  })

  it.each([
    ['the provider says that it asked for several', ['pwd', 'mfa'], false],
    ['it names a code', ['otp'], false],
    ['it names a key', ['hwk'], false],
    ['the settings say that it always does', undefined, true],
  ])('is not required where %s', async (_, amr, asksSecondFactor) => {
    const both = await startBoth({ provider: withAmr(amr), oidc: { asksSecondFactor } })
    await addApp(both)
    expect(await signIn(both)).toMatchObject({ status: 200, body: { data: { token: expect.any(String) } } })
  })

  it('is set up by the person who must have one, as soon as it is due', async () => {
    const both = await startBoth({ clinic: { secondFactor: ['admin'] } })
    const due = new Date(both.clinic.clock.now.getTime() + MINUTE_MS)
    await both.pool.query('UPDATE staff SET factor_due_at = $1', [due])
    expect(await signIn(both)).toMatchObject({ body: { data: { factorDueAt: due.toISOString() } } })
    both.clinic.clock.now = due
    expect(await signIn(both)).toMatchObject({
      body: { data: { purpose: 'enrol', kinds: ['passkey', 'totp'] } },
    })
  })

  it.each([
    { name: 'without a password', options: {}, hash: null },
    { name: 'whose password is switched off', options: { passwordsOnlyFor: 'admin' }, hash: 'x' },
  ])(
    'is added by a person $name, once the provider has authenticated them again',
    async ({ options, hash }) => {
      const both = await startBoth({ clinic: { now: new Date().toISOString(), ...options } })
      await both.pool.query('UPDATE staff SET password_hash = $1', [hash])
      const begin = async (answer: Answer, body: object) => {
        const { token } = answer.body.data as { token: string }
        const bearer = { authorization: `Bearer ${token}` }
        const listed = await both.clinic.call('GET', '/api/auth/factors', undefined, bearer)
        expect(listed.body.data).toMatchObject({ byPassword: false })
        return both.clinic.call('POST', '/api/auth/factors/begin', body, bearer)
      }
      for (const body of [{}, { password: 'anything at all' }]) {
        expect(await begin(await signIn(both), body)).toMatchObject({
          status: 403,
          body: { code: 'fresh_proof_required' },
        })
      }
      const fresh = await both.clinic.call('POST', '/api/auth/oidc/start', { fresh: true })
      const begun = fresh.body.data as { url: string; secret: string }
      const { code } = await both.comeBack(await both.provider.visit(begun.url, ada))
      expect(await begin(await both.finish(code, begun.secret), {})).toMatchObject({ status: 200 })
    },
  )
})

it('no new person takes the binding of a disabled one', async () => {
  const { start, comeBack, provider, pool } = await startBoth()
  const signIn = async () => comeBack(await provider.visit((await start()).url, { ...ada, sub: 'ada' }))
  await signIn()
  await pool.query(`UPDATE staff SET disabled_at = now(), email_key = 'gone@example.com'`)
  await storeStaff(pool, { username: 'ada.two', email: 'ada@example.com' })
  expect(await signIn()).toMatchObject({ error: 'not_staff' })
})

it('a disabled staff member is refused, also when disabled on the way', async () => {
  const { start, comeBack, finish, provider, pool } = await startBoth()
  const first = await start()
  const { code } = await comeBack(await provider.visit(first.url, ada))
  await pool.query('UPDATE staff SET disabled_at = now()')
  expect(await finish(code, first.secret)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
  expect(await countOf(pool, 'sessions')).toBe(0)

  const second = await start()
  expect(await comeBack(await provider.visit(second.url, ada))).toMatchObject({ error: 'not_staff' })
})

it('a state works once, for ten minutes, and only if it is one’s own', async () => {
  const { start, comeBack, finish, provider, clinic } = await startBoth()
  const { url, secret } = await start()
  const back = await provider.visit(url, ada)

  const tampered = new URL(back)
  tampered.searchParams.set('state', 'a'.repeat(43))
  expect(await comeBack(tampered)).toMatchObject({ error: 'expired' })
  const without = new URL(back)
  without.searchParams.delete('state')
  expect(await comeBack(without)).toMatchObject({ error: 'expired' })

  const { code } = await comeBack(back)
  expect(await comeBack(back)).toMatchObject({ error: 'expired' })
  expect(await finish(code, secret)).toMatchObject({ status: 200 })

  const late = await start()
  const lateBack = await provider.visit(late.url, ada)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 10 * MINUTE_MS)
  expect(await comeBack(lateBack)).toMatchObject({ error: 'expired' })
})

it('two browsers’ answers stay apart: the code of one does not match the state of the other', async () => {
  const { start, comeBack, provider } = await startBoth()
  const [mine, theirs] = [await start(), await start()]
  const myBack = await provider.visit(mine.url, ada)
  const theirBack = await provider.visit(theirs.url, ada)
  myBack.searchParams.set('code', theirBack.searchParams.get('code') ?? '')
  expect(await comeBack(myBack)).toMatchObject({ error: 'failed' })
})

it('the session goes only to the tab that began', async () => {
  const { start, comeBack, finish, provider, pool } = await startBoth()
  const [mine, theirs] = [await start(), await start()]
  const { code } = await comeBack(await provider.visit(theirs.url, ada))
  expect(await finish(code, mine.secret)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
  // A wrong secret uses up the code, which may be stolen.
  expect(await finish(code, theirs.secret)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
  expect(await countOf(pool, 'sessions')).toBe(0)
})

it('a code works once and for a minute', async () => {
  const { start, comeBack, finish, provider, clinic, pool } = await startBoth()
  const first = await start()
  const { code } = await comeBack(await provider.visit(first.url, ada))
  const both = await Promise.all([finish(code, first.secret), finish(code, first.secret)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await finish(code, first.secret)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
  expect(await countOf(pool, 'sessions')).toBe(1)

  const second = await start()
  const back = await comeBack(await provider.visit(second.url, ada))
  clinic.clock.now = new Date(clinic.clock.now.getTime() + MINUTE_MS)
  expect(await finish(back.code, second.secret)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
})

it.each([
  { code: 'x', secret: 'a'.repeat(43) },
  { code: 'a'.repeat(43) },
  { code: 'a'.repeat(10_000), secret: 'a'.repeat(43) },
  {},
])('the sign-in cannot be completed with %o', async (body) => {
  const { clinic } = await startBoth()
  expect(await clinic.call('POST', '/api/auth/oidc/finish', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

it('the page says that the sign-in was cancelled when the person refuses at the provider', async () => {
  const { start, comeBack, provider } = await startBoth()
  const { url } = await start()
  const back = await provider.visit(url, 'refuses')
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(await comeBack(back)).toMatchObject({ error: 'cancelled' })
  expect(await comeBack(back)).toMatchObject({ error: 'expired' })
})

it('the callback leads nowhere but to its own page, whatever the address says', async () => {
  const { start, comeBack, provider } = await startBoth()
  const { url } = await start()
  const back = await provider.visit(url, ada)
  for (const name of ['redirect_uri', 'return_to', 'next'])
    back.searchParams.set(name, 'https://evil.example')
  expect(await comeBack(back)).toMatchObject({ code: expect.any(String) })
})

it('the server starts without the provider, reports it while away, and finds it when it is back', async () => {
  const first = await startOpenIdProvider({ redirectUri })
  await first.close()
  const clinic = await clinicFor(first.issuer)
  await storeStaff(clinic.database.pool, { email: 'ada@example.com' })
  const { start, comeBack, finish } = tab(clinic)
  expect(await clinic.call('GET', '/api/auth/providers')).toMatchObject({ status: 200 })
  const refused = await clinic.call('POST', '/api/auth/oidc/start')
  expect(refused).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await countOf(clinic.database.pool, 'oidc_sign_ins')).toBe(0)

  const again = await startOpenIdProvider({ redirectUri, port: first.port })
  const { url, secret } = await start()
  const { code } = await comeBack(await again.visit(url, ada))
  expect(await finish(code, secret)).toMatchObject({ status: 200 })

  const later = await start()
  const back = await again.visit(later.url, ada)
  await again.close()
  expect(await comeBack(back)).toMatchObject({ error: 'failed' })
})

it('the callback leads back to its page also when the database is down', async () => {
  const { start, comeBack, provider, pool } = await startBoth()
  const back = await provider.visit((await start()).url, ada)
  await pool.end()
  expect(await comeBack(back)).toMatchObject({ error: 'failed' })
})

it('abandoned sign-ins are forgotten', async () => {
  const { start, clinic, pool } = await startBoth()
  await start()
  await start()
  expect(await countOf(pool, 'oidc_sign_ins')).toBe(2)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 10 * MINUTE_MS)
  await start()
  expect(await countOf(pool, 'oidc_sign_ins')).toBe(1)
})

it.each([
  { options: {}, only: false },
  { options: { passwordsOnlyFor: 'admin' }, only: true },
])('the call for the button names the provider and whether it is the only way: $only', async (way) => {
  const { clinic } = await startBoth({ clinic: way.options })
  const { body } = await clinic.call('GET', '/api/auth/providers')
  expect(body).toEqual({ success: true, data: [{ id: 'oidc', name: 'Clinic account', only: way.only }] })
})

it('the provider is not offered unless configured', async () => {
  await using clinic = await startClinic()
  expect((await clinic.call('GET', '/api/auth/providers')).body).toEqual({ success: true, data: [] })
  const body = { code: 'a'.repeat(43), secret: 'a'.repeat(43) }
  for (const [method, path] of [
    ['POST', '/api/auth/oidc/start'],
    ['GET', '/api/auth/oidc/callback?state=a'],
    ['POST', '/api/auth/oidc/finish'],
  ] as const) {
    const answer = await clinic.call(method, path, method === 'POST' ? body : undefined)
    expect(answer).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } })
  }
})

it.each([
  { path: '/api/auth/oidc/start', body: undefined, before: 200 },
  { path: '/api/auth/oidc/finish', body: { code: 'a'.repeat(43), secret: 'a'.repeat(43) }, before: 400 },
])('a caller of $path is slowed down when too frequent', async ({ path, body, before }) => {
  const { clinic } = await startBoth({ clinic: { limits: true } })
  const tries = await Promise.all(Array.from({ length: 31 }, () => clinic.call('POST', path, body)))
  const statuses = tries.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(30).fill(before), 429])
  expect(Number(tries.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
  const elsewhere = await clinic.call('POST', path, body, {}, '10.0.0.2')
  expect(elsewhere.status).toBe(before)
})

it('the portal token is required, but not from the returning browser', async () => {
  const { clinic, comeBack } = await startBoth()
  for (const [method, path] of [
    ['GET', '/api/auth/providers'],
    ['POST', '/api/auth/oidc/start'],
    ['POST', '/api/auth/oidc/finish'],
  ] as const) {
    expect((await clinic.app.request(path, { method })).status).toBe(401)
  }
  expect(await comeBack(new URL(redirectUri))).toMatchObject({ error: 'expired' })
})
