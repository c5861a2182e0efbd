import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startClinicWithMail, tokenFor } from '../../../tests/support/account-mails.ts'
import { mailHeader, mailParts } from '../../../tests/support/mail-server.ts'
import { solved } from '../../../tests/support/proof.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

const SENT = 'Reset link are sended to your mailbox, check there first'
const OLD = 'correct horse battery'
const NEW = 'eleven green herons'

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
beforeEach(async () => {
  clinic = await startClinicWithMail()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const forgot = (email: string, caller?: string) =>
  clinic.call('POST', '/api/auth/forgot-password', { email }, {}, caller)
const reset = (token: string, password = NEW) =>
  clinic.call('POST', '/api/auth/reset-password', { token, password })
const signIn = (password: string) => clinic.call('POST', '/api/auth/signin', { username: 'ada', password })
const requests = async () => (await clinic.pool.query('SELECT * FROM password_resets')).rows

async function linkFor(email: string): Promise<string> {
  await forgot(email)
  await clinic.deliver()
  return tokenFor(clinic.received, email)
}

describe('a forgotten password', () => {
  it('is replaced through the mail, which ends every session', async () => {
    const ada = await clinic.signedIn({ password: OLD })
    expect(await forgot(' ADA@Example.com ')).toMatchObject({ status: 200, body: { message: SENT } })
    expect(await clinic.deliver()).toEqual(['sent'])
    const token = tokenFor(clinic.received, ada.email)
    expect(clinic.received[0]?.raw).toContain('Subject: Set a new password')

    expect(await reset(token)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your password was changed. Please sign in.' },
    })
    expect(await clinic.call('GET', '/api/auth/session', undefined, ada.bearer)).toMatchObject({
      status: 401,
    })
    expect(await signIn(OLD)).toMatchObject({ status: 401 })
    expect(await signIn(NEW)).toMatchObject({ status: 200 })

    expect(await clinic.deliver()).toEqual(['sent'])
    const [text] = mailParts(clinic.received[1]?.raw ?? '')
    expect(text?.content).toContain('was changed on')
    expect((await clinic.audited())[0]).toEqual({
      by: ada.id,
      action: 'staff.password_reset',
      kind: 'staff',
      subject: ada.id,
      details: null,
    })
  })

  it('is answered the same for an unknown address, without a mail', async () => {
    await storeStaff(clinic.pool)
    const [known, unknown] = [await forgot('ada@example.com'), await forgot('nobody@example.com')]
    expect(unknown.body).toEqual(known.body)
    expect(unknown.status).toBe(known.status)
    expect(await requests()).toHaveLength(2)
    expect((await clinic.waiting()).map(({ kind }) => kind)).toEqual(['password_reset', 'password_reset'])
    expect(await clinic.deliver()).toEqual(['sent', 'skipped'])
    expect(clinic.received.map(({ to }) => to)).toEqual([['ada@example.com']])
    expect((await requests()).map(({ email_key }) => email_key)).toEqual(['ada@example.com'])
  })

  it('brings no mail to a disabled person, disabled before or after the sending', async () => {
    const { id } = await storeStaff(clinic.pool)
    const token = await linkFor('ada@example.com')
    await forgot('ada@example.com')
    await clinic.pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [id])
    expect(await clinic.deliver()).toEqual(['skipped'])
    expect(clinic.received).toHaveLength(1)
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'link_spent' } })
  })

  it('keeps addresses and tokens out of jobs, logs and the table of requests', async () => {
    await storeStaff(clinic.pool)
    await forgot('ada@example.com')
    await forgot('nobody@example.com')
    expect(JSON.stringify(await clinic.waiting())).not.toMatch(/@|token/)
    await clinic.deliver()
    const token = tokenFor(clinic.received, 'ada@example.com')
    await reset(token)
    await clinic.deliver()
    expect(clinic.logged()).toContain('mail handed to the mail server')
    expect(clinic.logged()).not.toMatch(/example\.com|herons|\bada\b|\bobi\b/i)
    expect(clinic.logged()).not.toContain(token)
    expect(JSON.stringify(await requests())).not.toContain(token)
  })

  it('needs an email address', async () => {
    expect(await forgot('ada')).toMatchObject({
      status: 400,
      body: { errors: { email: expect.any(String) } },
    })
    expect(await requests()).toEqual([])
  })
})

describe('a reset link', () => {
  const spent = {
    status: 400,
    body: { code: 'link_spent', message: 'This link is no longer valid. Please request a new one.' },
  }

  it('works once', async () => {
    await storeStaff(clinic.pool)
    const token = await linkFor('ada@example.com')
    expect(await reset(token)).toMatchObject({ status: 200 })
    expect(await reset(token, 'twelve brown storks')).toMatchObject(spent)
    expect(await signIn(NEW)).toMatchObject({ status: 200 })
  })

  it('works once however many use it at the same moment', async () => {
    await storeStaff(clinic.pool)
    const token = await linkFor('ada@example.com')
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(token, `${NEW} ${n}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
    expect((await clinic.audited()).map(({ action }) => action)).toEqual(['staff.password_reset'])
  })

  it('is valid for 30 minutes from the sending', async () => {
    await storeStaff(clinic.pool)
    await forgot('ada@example.com')
    clinic.pass(20)
    await clinic.deliver()
    const token = tokenFor(clinic.received, 'ada@example.com')
    clinic.pass(29)
    // The password is checked first, so the link stays valid.
    expect(await reset(token, 'password1234')).toMatchObject({
      status: 400,
      body: {
        errors: {
          password: 'This password is too easy to guess. Try three or four unrelated words.',
        },
      },
    })
    expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    clinic.pass(1)
    expect(await reset(token)).toMatchObject(spent)
  })

  it('can be requested again after it was tampered with', async () => {
    await storeStaff(clinic.pool)
    const token = await linkFor('ada@example.com')
    const other = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
    expect(await reset(other)).toMatchObject(spent)
    expect(await reset(token.slice(1))).toMatchObject({
      status: 400,
      body: { errors: { token: 'This link is incomplete. Please open it from the email again.' } },
    })
    expect(await reset(token)).toMatchObject({ status: 200 })
  })

  it('ends the ones before it, and a used one ends those still on their way', async () => {
    await storeStaff(clinic.pool)
    const first = await linkFor('ada@example.com')
    clinic.pass(1)
    const second = await linkFor('ada@example.com')
    expect(await reset(first)).toMatchObject(spent)
    clinic.pass(1)
    await forgot('ada@example.com')
    expect(await reset(second)).toMatchObject({ status: 200 })
    expect(await clinic.deliver()).toEqual(['skipped', 'sent'])
    expect(clinic.received).toHaveLength(3)
  })

  it('is not overtaken by an older request that is sent late', async () => {
    await storeStaff(clinic.pool)
    await forgot('ada@example.com')
    clinic.pass(1)
    await forgot('ada@example.com')
    const [older, newer] = await clinic.waiting()
    if (!older || !newer) throw new Error('two requests, two jobs')
    expect(await clinic.handler(newer)).toBe('sent')
    expect(await clinic.handler(older)).toBe('skipped')
    expect(await reset(tokenFor(clinic.received, 'ada@example.com'))).toMatchObject({ status: 200 })
  })

  it('is one, also when many are made at the same moment', async () => {
    await storeStaff(clinic.pool)
    for (let n = 0; n < 4; n++) await forgot('ada@example.com')
    await Promise.all((await clinic.waiting()).map((job) => clinic.handler(job)))
    const live = (await requests()).filter(({ token_hash }) => token_hash !== null)
    expect(live).toHaveLength(1)
  })

  it('is replaced, in another mail, when the sending is retried', async () => {
    await storeStaff(clinic.pool)
    await forgot('ada@example.com')
    const [job] = await clinic.waiting()
    if (!job) throw new Error('a request, a job')
    await clinic.handler(job)
    const first = tokenFor(clinic.received, 'ada@example.com')
    await clinic.handler(job)
    const second = tokenFor(clinic.received, 'ada@example.com')
    const ids = clinic.received.map(({ raw }) => mailHeader(raw, 'Message-ID'))
    expect(new Set(ids).size).toBe(2)
    expect(await reset(first)).toMatchObject(spent)
    expect(await reset(second)).toMatchObject({ status: 200 })
  })

  it('is not sent an hour after it was requested', async () => {
    await storeStaff(clinic.pool)
    await forgot('ada@example.com')
    clinic.pass(60)
    expect(await clinic.deliver()).toEqual(['skipped'])
    expect(await requests()).toEqual([])
  })
})

describe('requesting a link repeatedly', () => {
  it('sends an address 3 links in 15 minutes and answers as before', async () => {
    await using limited = await startClinicWithMail({ limits: true })
    await storeStaff(limited.pool)
    const ask = (email: string) => limited.call('POST', '/api/auth/forgot-password', { email })
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await ask(n % 2 ? 'ADA@example.com' : 'ada@example.com'))
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(Array(5).fill([200, SENT]))
    expect(await limited.waiting()).toHaveLength(3)
    await ask('eze@example.com')
    expect(await limited.waiting()).toHaveLength(4)
  })

  it('costs a caller a proof of work after 20 times in an hour, and no one else', async () => {
    await using limited = await startClinicWithMail({ limits: true })
    const ask = (n: number, caller: string, headers = {}) =>
      limited.call('POST', '/api/auth/forgot-password', { email: `p${n}@example.com` }, headers, caller)
    for (let n = 0; n < 20; n++) expect(await ask(n, '10.0.0.7')).toMatchObject({ status: 200 })
    const asked = await ask(20, '10.0.0.7')
    expect(asked).toMatchObject({ status: 428, body: { code: 'proof_required' } })
    expect(await limited.waiting()).toHaveLength(20)
    expect(await ask(21, '10.0.0.7', solved(asked)), 'for another address').toMatchObject({ status: 428 })
    expect(await ask(20, '10.0.0.7', solved(asked))).toMatchObject({ status: 200 })
    expect(await limited.waiting()).toHaveLength(21)
    expect(await ask(21, '10.0.0.8')).toMatchObject({ status: 200 })

    await limited.pool.query(`UPDATE rate_limits SET points = 600 WHERE key LIKE 'forgot-by-caller:%'`)
    const refused = await ask(22, '10.0.0.7')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
