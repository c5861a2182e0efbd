import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startClinicWithTablets } from './devices.fixture.ts'

let clinic: Awaited<ReturnType<typeof startClinicWithTablets>>
beforeEach(async () => {
  clinic = await startClinicWithTablets()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const DAY_MINUTES = 24 * 60

describe('the calls about tablets', () => {
  it.each([
    ['GET', '/api/devices', undefined],
    ['POST', '/api/devices', { name: 'Front desk' }],
    ['DELETE', `/api/devices/${randomUUID()}`, undefined],
  ] as const)('%s %s is for admins alone', async (method, path, body) => {
    const eze = await clinic.signedIn({ username: 'eze', type: 'staff' })
    expect(await clinic.call(method, path, body, eze.bearer)).toMatchObject({ status: 403 })
    expect(await clinic.call(method, path, body)).toMatchObject({ status: 403 })
    expect(await clinic.call(method, path, body, { authorization: 'Bearer x' })).toMatchObject({
      status: 401,
    })
    expect(await clinic.rows()).toEqual([])
    expect(await clinic.audited()).toEqual([])
  })
})

describe('registering a browser as a tablet', () => {
  it('answers its id and a token of 256 bits, and stores its hash alone', async () => {
    const answer = await clinic.register(' Front desk 2 (left) ')
    expect(answer).toMatchObject({
      status: 201,
      body: { success: true, data: { id: expect.any(String), token: expect.stringMatching(/^[\w-]{43}$/) } },
    })
    const { token } = answer.body.data as { token: string }
    const { rows: stored } = await clinic.pool.query('SELECT devices::text AS text FROM devices')
    expect(stored).toHaveLength(1)
    expect(stored[0].text).not.toContain(token)
  })

  it('lists it with the person who did it, and never with its token', async () => {
    const { id, token } = await clinic.tablet('Front desk 2 (left)')
    expect(await clinic.rows()).toEqual([
      {
        id,
        name: 'Front desk 2 (left)',
        state: 'active',
        registeredBy: 'Dt. Ada Obi',
        registeredAt: '2030-03-04T07:00:00+01:00',
        lastSeenAt: null,
        locations: null,
        people: [],
      },
    ])
    const { body } = await clinic.call('GET', '/api/devices', undefined, clinic.admin.bearer)
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it.each([
    ['none', null, 'Please fill in this field.'],
    ['an empty one', '  ', 'Please fill in this field.'],
    ['one that is too long', 'x'.repeat(61), 'Please shorten this text.'],
    ['one with a control character', 'Front\u0007desk', "Please remove characters that can't be displayed."],
  ])('refuses %s as a name', async (_, name, sentence) => {
    expect(await clinic.register(name)).toMatchObject({ status: 400, body: { errors: { name: sentence } } })
    expect(await clinic.rows()).toEqual([])
  })

  it('is audited with ids alone', async () => {
    const { id } = await clinic.tablet('Front desk')
    expect(await clinic.audited()).toEqual([
      { by: clinic.admin.id, action: 'device.registered', kind: 'device', subject: id, details: null },
    ])
  })

  it('is limited to 20 an hour for an admin', async () => {
    await using limited = await startClinicWithTablets({ limits: true })
    const bola = await limited.signedIn({ username: 'bola' })
    for (let n = 0; n < 20; n++) expect(await limited.register(`Desk ${n}`)).toMatchObject({ status: 201 })
    const answer = await limited.register('Desk 20')
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await limited.register('Desk 20', bola)).toMatchObject({ status: 201 })
  })

  it('is limited to 50 active ones, also when many are made at once; revoked ones do not count', async () => {
    await using limited = await startClinicWithTablets({ limits: true })
    await limited.pool.query(
      `INSERT INTO devices (id, name, token_hash, registered_at)
       SELECT gen_random_uuid(), 'Desk', 'hash ' || n, now() FROM generate_series(1, 45) n`,
    )
    const answers = await Promise.all(Array.from({ length: 10 }, () => limited.register('Front desk')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    const [first] = await limited.rows()
    await limited.revoke(first?.id ?? '')
    expect(await limited.register('Other')).toMatchObject({ status: 201 })
  })
})

describe('revoking a tablet', () => {
  it('tells it to delete what it stores, and happens once', async () => {
    const { id } = await clinic.tablet()
    for (const _ of ['first', 'again']) {
      expect(await clinic.revoke(id)).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await clinic.row()).toMatchObject({ id, state: 'revoked' })
    expect((await clinic.audited()).slice(1)).toEqual([
      { by: clinic.admin.id, action: 'device.revoked', kind: 'device', subject: id, details: null },
    ])
  })

  it('is allowed for another admin as well, who sees it in the list', async () => {
    const { id } = await clinic.tablet()
    const bola = await clinic.signedIn({ username: 'bola' })
    expect(await clinic.revoke(id, bola)).toMatchObject({ status: 200 })
    expect(await clinic.row()).toMatchObject({ state: 'revoked', registeredBy: 'Dt. Ada Obi' })
  })

  it('of an unknown one is refused', async () => {
    expect(await clinic.revoke(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await clinic.revoke('front-desk')).toMatchObject({ status: 400 })
  })
})

describe('the list of tablets', () => {
  it('has active ones by name, then revoked ones, the latest first, for 30 days', async () => {
    for (const name of ['early', 'late', 'Zebra', 'apple']) await clinic.tablet(name)
    const idOf = async (name: string) => (await clinic.rows()).find((row) => row.name === name)?.id ?? ''
    await clinic.revoke(await idOf('early'))
    clinic.pass(29 * DAY_MINUTES)
    clinic.admin.bearer = (await clinic.signedIn({ username: 'bola' })).bearer
    await clinic.revoke(await idOf('late'))
    const names = async (query = '') => (await clinic.rows(query)).map(({ name }) => name)
    expect(await names()).toEqual(['apple', 'Zebra', 'late', 'early'])
    expect(await names('?page=2&limit=3')).toEqual(['early'])
    clinic.pass(DAY_MINUTES)
    clinic.admin.bearer = (await clinic.signedIn({ username: 'chidi' })).bearer
    expect(await names()).toEqual(['apple', 'Zebra', 'late'])
    const { body } = await clinic.call('GET', '/api/devices?limit=2', undefined, clinic.admin.bearer)
    expect(body.paging).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
  })

  it('outlives the account of who made a tablet', async () => {
    await clinic.tablet()
    const bola = await clinic.signedIn({ username: 'bola' })
    await clinic.pool.query('DELETE FROM staff WHERE id = $1', [clinic.admin.id])
    clinic.admin.bearer = bola.bearer
    expect(await clinic.row()).toMatchObject({ name: 'Front desk', registeredBy: null })
  })

  it('has at most 100 rows a page', async () => {
    const answer = await clinic.call('GET', '/api/devices?limit=101', undefined, clinic.admin.bearer)
    expect(answer).toMatchObject({ status: 400 })
  })
})
