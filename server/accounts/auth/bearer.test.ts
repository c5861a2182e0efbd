import { Hono } from 'hono'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeSignedIn } from '../../../tests/support/staff.ts'
import { createPool } from '../../platform/db/pool.ts'
import { answerFailure } from '../../platform/http/on-error.ts'
import { createAllow } from './bearer.ts'

const PORTAL_TOKEN = 'portal-of-this-test'
const clock = { now: new Date('2030-03-04T07:00:00+01:00') }

function app(pool: TestDatabase['pool']) {
  const allow = createAllow({
    portalToken: PORTAL_TOKEN,
    pool,
    now: () => clock.now,
    limits: false,
    trustedProxies: 0,
  })
  const calls = new Hono()
  calls.onError(answerFailure(pino({ level: 'silent' })))
  const guards = {
    public: allow.public,
    session: allow.session,
    own: allow.to('account'),
    book: allow.to('book.read'),
    polling: allow.polling('book.read'),
  }
  for (const [name, middleware] of Object.entries(guards)) {
    calls.get(`/${name}`, middleware, (c) =>
      c.json({ staff: c.var.staff?.username ?? null, reach: c.var.reach ?? null }),
    )
  }
  calls.get('/shared', allow.public, (c) => c.json({}, 200, { 'cache-control': 'max-age=60' }))
  return (path: string, token: string, more: Record<string, string> = {}) =>
    calls.request(path, { headers: { authorization: token, ...more } })
}

let database: TestDatabase
let call: ReturnType<typeof app>
const bearers: Record<string, string> = { portal: `Bearer ${PORTAL_TOKEN}`, unknown: 'Bearer unknown' }
beforeAll(async () => {
  database = await testDatabase()
  call = app(database.pool)
  for (const type of ['admin', 'staff'] as const) {
    const { bearer } = await storeSignedIn(database.pool, clock.now, { username: type, type })
    bearers[type] = bearer.authorization
  }
})
afterAll(() => database.close())

describe('the access of a call', () => {
  it.each([
    { call: 'public', portal: 200, staff: 200, admin: 200 },
    { call: 'session', portal: 403, staff: 200, admin: 200 },
    { call: 'own', portal: 403, staff: 200, admin: 200 },
    { call: 'book', portal: 403, staff: 403, admin: 200 },
    { call: 'polling', portal: 403, staff: 403, admin: 200 },
  ])('to "$call" is right: portal $portal, staff $staff, admin $admin, anyone else 401', async (row) => {
    for (const who of ['portal', 'staff', 'admin'] as const) {
      expect((await call(`/${row.call}`, bearers[who] ?? '')).status, who).toBe(row[who])
    }
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic cG9ydGFs', bearers.unknown ?? '']) {
      expect((await call(`/${row.call}`, authorization)).status, authorization).toBe(401)
    }
  })

  it('takes the scheme in any case, the token as it is', async () => {
    expect((await call('/public', `bearer ${PORTAL_TOKEN}`)).status).toBe(200)
    expect((await call('/public', `Bearer ${PORTAL_TOKEN.toUpperCase()}`)).status).toBe(401)
  })

  it('passes the staff member to the call', async () => {
    expect(await (await call('/book', bearers.admin ?? '')).json()).toEqual({
      staff: 'admin',
      reach: { locations: null, doctorId: null },
    })
  })
})

it('the portal token costs no query, so that the booking page does not depend on it', async () => {
  const away = createPool('postgres://nobody:nothing@127.0.0.1:1/nowhere')
  const callWithout = app(away)
  expect((await callWithout('/public', bearers.portal ?? '')).status).toBe(200)
  expect((await callWithout('/session', bearers.portal ?? '')).status).toBe(403)
  expect((await callWithout('/public', bearers.staff ?? '')).status).toBe(503)
  await away.end()
})

it('calls that a page repeats by itself do not prolong a session; a person’s actions do', async () => {
  const { token } = await storeSignedIn(database.pool, clock.now, { username: 'polling' })
  const minutes = async (path: string, after: number, more = {}) => {
    clock.now = new Date(clock.now.getTime() + after * 60_000)
    return (await call(path, `Bearer ${token}`, more)).status
  }
  const byItself = { 'X-Unattended': '1' }
  for (let hour = 1; hour < 12; hour += 2) expect(await minutes('/polling', 60)).toBe(200)
  for (let hour = 2; hour < 12; hour += 2) expect(await minutes('/book', 60, byItself)).toBe(200)
  expect(await minutes('/book', 59)).toBe(200)
  for (let hour = 1; hour < 12; hour++) expect(await minutes('/polling', 60)).toBe(200)
  expect(await minutes('/polling', 60)).toBe(401)
})

it('no cache stores what a session may see, unless the call may be shared', async () => {
  const { bearer } = await storeSignedIn(database.pool, clock.now, { username: 'cached' })
  const cacheControl = async (path: string) =>
    (await call(path, bearer.authorization)).headers.get('cache-control')
  expect(await cacheControl('/own')).toBe('no-store')
  expect(await cacheControl('/shared')).toBe('max-age=60')
})
