import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffRow } from '../../../contract/staff.ts'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

const chidi = { email: 'chidi@example.com', surname: 'Eze', other_names: 'Chidi', type: 'staff' }

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let admin: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinicWithMail()
  admin = await clinic.signedIn()
})
afterEach(() => clinic[Symbol.asyncDispose]())

type By = { bearer: Record<string, string> }
const invite = (more: object = {}, by: By = admin) =>
  clinic.call('POST', '/api/staff/invites', { ...chidi, ...more }, by.bearer)
const list = (query = '', by: By = admin) => clinic.call('GET', `/api/staff${query}`, undefined, by.bearer)
const rows = async (query = '') => (await list(query)).body.data as StaffRow[]
const disable = (id: string, disabled = true, by: By = admin) =>
  clinic.call('PATCH', `/api/staff/${id}`, { disabled }, by.bearer)
const actions = async () => (await clinic.audited()).map(({ action }) => action)

describe('the calls of staff administration', () => {
  const calls = [
    ['GET', '/api/staff', undefined],
    ['POST', '/api/staff/invites', chidi],
    ['DELETE', `/api/staff/invites/${randomUUID()}`, undefined],
    ['PATCH', `/api/staff/${randomUUID()}`, { disabled: true }],
  ] as const

  it.each(calls)('%s %s is for admins alone', async (method, path, body) => {
    const eze = await clinic.signedIn({ username: 'eze', type: 'staff' })
    expect(await clinic.call(method, path, body, eze.bearer)).toMatchObject({ status: 403 })
    expect(await clinic.call(method, path, body)).toMatchObject({ status: 403 })
    expect(await clinic.call(method, path, body, { authorization: 'Bearer x' })).toMatchObject({
      status: 401,
    })
    expect(await clinic.audited()).toEqual([])
    expect(await clinic.waiting()).toEqual([])
  })
})

describe('inviting a person', () => {
  it('answers the address of the mail', async () => {
    expect(await invite({ email: ' chidi@example.com ' })).toMatchObject({
      status: 201,
      body: { success: true, message: 'Invitation sent to chidi@example.com.' },
    })
  })

  it.each([
    ['port-harcourt', 'phc'],
    ['LG', 'lag'],
    ['all', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('reads the location %j as %j', async (location, code) => {
    await invite({ location })
    expect((await rows()).find(({ state }) => state === 'invited')?.location).toBe(code)
  })

  it.each([
    ['location', { location: 'Kano' }, 'Selected location not valid, please refresh and try again!'],
    ['email', { email: 'chidi' }, 'Please enter an email address such as name@example.com.'],
    ['type', { type: 'owner' }, 'Please choose one of the types.'],
    ['surname', { surname: '<b>' }, 'Please use letters, spaces, hyphens and apostrophes only.'],
    ['other_names', { other_names: 'x'.repeat(81) }, 'Please shorten this text.'],
  ])('refuses a wrong %s', async (field, wrong, sentence) => {
    expect(await invite(wrong)).toMatchObject({ status: 400, body: { errors: { [field]: sentence } } })
    expect(await clinic.waiting()).toEqual([])
  })

  it.each([true, false])('refuses an address that has an account, disabled: %s', async (isDisabled) => {
    const { id } = await storeStaff(clinic.pool, { username: 'chidi' })
    if (isDisabled) await disable(id)
    expect(await invite({ email: 'CHIDI@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'already_staff', errors: { email: expect.any(String) } },
    })
    expect(await clinic.waiting()).toEqual([])
  })

  it('leaves one open invitation per address, also when two admins invite at once', async () => {
    const other = await clinic.signedIn({ username: 'bola' })
    const answers = await Promise.all([invite(), invite({ surname: 'Okoro' }, other), invite()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await rows()).filter(({ state }) => state === 'invited')).toHaveLength(1)
    expect((await clinic.deliver()).sort()).toEqual(['sent', 'skipped', 'skipped'])
  })

  it('is limited to 20 an hour for an admin; refused ones do not count', async () => {
    await using limited = await startClinicWithMail({ limits: true })
    const [ada, bola] = [await limited.signedIn(), await limited.signedIn({ username: 'bola' })]
    const send = (n: number, by: By = ada) =>
      limited.call('POST', '/api/staff/invites', { ...chidi, email: `p${n}@example.com` }, by.bearer)
    const refused = { ...chidi, email: 'ada@example.com' }
    for (let n = 0; n < 3; n++) await limited.call('POST', '/api/staff/invites', refused, ada.bearer)
    for (let n = 0; n < 20; n++) expect(await send(n)).toMatchObject({ status: 201 })
    const answer = await send(20)
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await send(20, bola)).toMatchObject({ status: 201 })
  })

  it('is limited to 50 open invitations, without replaced ones', async () => {
    await using limited = await startClinicWithMail({ limits: true })
    const ada = await limited.signedIn()
    const send = (email: string) =>
      limited.call('POST', '/api/staff/invites', { ...chidi, email }, ada.bearer)
    await limited.pool.query(
      `INSERT INTO invitations (id, email, email_key, surname, other_names, type, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), n || '@example.com', n || '@example.com', 'A', 'B', 'staff', $1, $2,
         $2::timestamptz + interval '1 day' FROM generate_series(1, 50) n`,
      [ada.id, limited.clock.now],
    )
    expect(await send('new@example.com')).toMatchObject({ status: 429 })
    expect(await send('7@example.com')).toMatchObject({ status: 201 })
    limited.pass(24 * 60)
    const later = await limited.signedIn({ username: 'bola' })
    expect(
      await limited.call('POST', '/api/staff/invites', { ...chidi, email: 'new@example.com' }, later.bearer),
    ).toMatchObject({ status: 201 })
  })
})

describe('the list of staff', () => {
  it('has active accounts by surname, then invitations, then disabled accounts', async () => {
    const named = async (username: string, surname: string) => {
      const { id } = await storeStaff(clinic.pool, { username, type: 'staff', location: 'lag' })
      await clinic.pool.query('UPDATE staff SET surname = $2 WHERE id = $1', [id, surname])
      return id
    }
    await named('zoe', 'adeyemi')
    await named('bola', 'Balogun')
    await disable(await named('tunde', 'Abiola'))
    await invite()
    await clinic.pool.query(
      `UPDATE staff SET last_sign_in_at = '2030-03-01T08:00:00Z' WHERE username = 'zoe'`,
    )
    const answer = await list()
    expect(answer).toMatchObject({
      status: 200,
      body: { paging: { page: 1, limit: 10, total: 5, totalPages: 1 } },
    })
    expect((await rows()).map(({ state, displayName }) => `${state} ${displayName}`)).toEqual([
      'active Dt. Ada Adeyemi',
      'active Dt. Ada Balogun',
      'active Dt. Ada Obi',
      'invited Dt. Chidi Eze',
      'disabled Dt. Ada Abiola',
    ])
    expect((await rows())[0]).toEqual({
      id: expect.any(String),
      state: 'active',
      username: 'zoe',
      email: 'zoe@example.com',
      displayName: 'Dt. Ada Adeyemi',
      type: 'staff',
      location: 'lag',
      locations: ['lag'],
      doctorId: null,
      lastSignInAt: '2030-03-01T09:00:00+01:00',
    })
    expect((await rows())[3]).toMatchObject({
      username: null,
      lastSignInAt: null,
      email: 'chidi@example.com',
    })
  })

  it('leaves out expired invitations', async () => {
    await invite()
    expect(await rows()).toHaveLength(2)
    clinic.pass(7 * 24 * 60)
    const later = await clinic.signedIn({ username: 'bola' })
    const { body } = await list('', later)
    expect((body.data as StaffRow[]).map(({ state }) => state)).toEqual(['active', 'active'])
  })

  it('comes in pages that neither repeat nor miss anyone, and counts all on a page past the last', async () => {
    for (let n = 0; n < 6; n++) await storeStaff(clinic.pool, { username: `same${n}` })
    const seen = [
      ...(await rows('?limit=3')),
      ...(await rows('?limit=3&page=2')),
      ...(await rows('?limit=3&page=3')),
    ]
    expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
    expect(await list('?limit=3&page=4')).toMatchObject({
      body: { data: [], paging: { page: 4, limit: 3, total: 7, totalPages: 3 } },
    })
    expect(await list('?limit=101')).toMatchObject({ status: 400 })
    expect(await list('?page=0')).toMatchObject({ status: 400 })
  })
})

describe('disabling an account', () => {
  it('ends its sessions at once; once enabled it needs a new sign-in', async () => {
    const eze = await clinic.signedIn({ username: 'eze', type: 'staff', password: 'eleven green herons' })
    const session = () => clinic.call('GET', '/api/auth/session', undefined, eze.bearer)
    const signIn = () =>
      clinic.call('POST', '/api/auth/signin', { username: 'eze', password: 'eleven green herons' })
    expect(await session()).toMatchObject({ status: 200 })
    expect(await disable(eze.id)).toMatchObject({ status: 200, body: { message: 'Account disabled.' } })
    expect(await session()).toMatchObject({ status: 401 })
    expect(await signIn()).toMatchObject({ status: 401 })
    expect(await disable(eze.id, false)).toMatchObject({ status: 200, body: { message: 'Account enabled.' } })
    expect(await session()).toMatchObject({ status: 401 })
    expect(await signIn()).toMatchObject({ status: 200 })
    expect((await clinic.audited()).slice(0, 2)).toEqual([
      { by: admin.id, action: 'staff.disabled', kind: 'staff', subject: eze.id, details: null },
      { by: admin.id, action: 'staff.enabled', kind: 'staff', subject: eze.id, details: null },
    ])
  })

  it('ends pending reset links', async () => {
    const { id, email } = await storeStaff(clinic.pool, { username: 'eze' })
    await clinic.call('POST', '/api/auth/forgot-password', { email })
    await disable(id)
    await disable(id, false)
    expect(await clinic.deliver()).toEqual(['skipped'])
  })

  it('twice changes nothing and is audited once', async () => {
    const { id } = await storeStaff(clinic.pool, { username: 'eze' })
    await disable(id)
    expect(await disable(id)).toMatchObject({ status: 200 })
    expect(await actions()).toEqual(['staff.disabled'])
  })

  it('finds no account for an unknown id or an invitation, and refuses an invalid id', async () => {
    await invite()
    const invitation = (await rows()).find(({ state }) => state === 'invited')?.id ?? ''
    for (const id of [randomUUID(), invitation]) {
      expect(await disable(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await disable('42')).toMatchObject({ status: 400, body: { errors: { id: expect.any(String) } } })
    expect(
      await clinic.call('PATCH', `/api/staff/${admin.id}`, { disabled: 'yes' }, admin.bearer),
    ).toMatchObject({ status: 400, body: { errors: { disabled: expect.any(String) } } })
  })

  it('is not possible for oneself, and never for the last admin', async () => {
    expect(await disable(admin.id)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await storeStaff(clinic.pool, { username: 'bola' })
    expect(await disable(admin.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await actions()).toEqual([])
  })

  it('leaves an admin when two disable one another at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const bola = await clinic.signedIn({ username: `bola${round}` })
      const chika = await clinic.signedIn({ username: `chika${round}` })
      await clinic.pool.query(
        `UPDATE staff SET disabled_at = now() WHERE id NOT IN ($1, $2) AND disabled_at IS NULL`,
        [bola.id, chika.id],
      )
      const answers = await Promise.all([disable(chika.id, true, bola), disable(bola.id, true, chika)])
      const { rows } = await clinic.pool.query(`SELECT 1 FROM staff WHERE disabled_at IS NULL`)
      expect(rows).toHaveLength(1)
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200)
      expect([401, 409]).toContain(answers.map(({ status }) => status).sort()[1])
    }
  })
})
