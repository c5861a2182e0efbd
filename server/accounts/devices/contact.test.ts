import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PORTAL_TOKEN } from '../../../tests/support/clinic.ts'
import { newToken } from '../auth/tokens.ts'
import { startClinicWithTablets } from './devices.fixture.ts'

let clinic: Awaited<ReturnType<typeof startClinicWithTablets>>
let tablet: { id: string; token: string }
beforeEach(async () => {
  clinic = await startClinicWithTablets()
  tablet = await clinic.tablet()
})
afterEach(() => clinic[Symbol.asyncDispose]())

const kept = async (said: Parameters<typeof clinic.contact>[1] = {}) => {
  const { status, body } = await clinic.contact(tablet.token, said)
  return status === 200 ? (body.data as { keep: string }).keep : status
}

describe('a tablet that asks what it may store', () => {
  it.each([
    ['of an admin', 'all', () => clinic.admin.id],
    ['of nobody', 'all', () => null],
    ['of someone unknown', 'registration', () => randomUUID()],
    [
      'of someone who is disabled',
      'registration',
      async () => {
        const { id } = await clinic.signedIn({ username: 'bola' })
        await clinic.pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [id])
        return id
      },
    ],
    [
      'of someone who is no admin any more',
      'registration',
      async () => (await clinic.signedIn({ username: 'eze', type: 'staff' })).id,
    ],
  ])('with pages %s stores %s', async (_, keep, owner) => {
    expect(await kept({ owner: await owner() })).toBe(keep)
    expect(await clinic.row()).toMatchObject({ state: 'active' })
  })

  it('needs no session: the answer is the same when all have ended', async () => {
    await clinic.pool.query('DELETE FROM sessions')
    expect(await kept()).toBe('all')
  })

  it('that was revoked stores nothing, however often it asks, and is listed as revoked from then on', async () => {
    await clinic.revoke(tablet.id)
    expect(await clinic.row()).toMatchObject({ state: 'revoked' })
    for (const _ of ['first', 'again']) {
      expect(await kept()).toBe('nothing')
      expect(await clinic.row()).toMatchObject({ state: 'deleted' })
    }
    // Revoking it once more does not make it one that is still to be notified.
    await clinic.revoke(tablet.id)
    expect(await clinic.row()).toMatchObject({ state: 'deleted' })
  })

  it.each([
    ['active', async () => {}],
    ['revoked', () => clinic.revoke(tablet.id)],
  ])('after five wrong PINs while %s stores nothing, and the list says why', async (_, before) => {
    await before()
    for (const _ of ['first', 'again']) expect(await kept({ owner: null, lockedOut: true })).toBe('nothing')
    expect(await kept()).toBe('nothing')
    expect(await clinic.row()).toMatchObject({ state: 'locked_out' })
    expect((await clinic.audited()).filter(({ action }) => action === 'device.locked_out')).toEqual([
      {
        by: null,
        action: 'device.locked_out',
        kind: 'device',
        subject: tablet.id,
        details: { by: 'device' },
      },
    ])
  })

  it.each([
    ['owner', { owner: 'ada' as never }],
    ['lockedOut', { lockedOut: 'no' as never }],
  ])('with a wrong %s is refused', async (field, wrong) => {
    const answer = await clinic.contact(tablet.token, wrong)
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } })
  })
})

describe('the last contact of a tablet', () => {
  const lastSeen = async () => (await clinic.row())?.lastSeenAt

  it('is recorded at most once a minute', async () => {
    await kept()
    expect(await lastSeen()).toBe('2030-03-04T07:00:00+01:00')
    clinic.pass(0.9)
    await kept()
    expect(await lastSeen()).toBe('2030-03-04T07:00:00+01:00')
    clinic.pass(0.1)
    await kept()
    expect(await lastSeen()).toBe('2030-03-04T07:01:00+01:00')
  })

  it('is recorded when it is told to delete', async () => {
    await clinic.revoke(tablet.id)
    clinic.pass(5)
    await kept()
    expect(await lastSeen()).toBe('2030-03-04T07:05:00+01:00')
  })
})

describe('the token of a device', () => {
  it.each([
    ['unknown', () => newToken()],
    ["the portal's", () => PORTAL_TOKEN],
    ["an admin's", () => clinic.admin.token],
    ['empty', () => ''],
  ])('that is %s is refused: 401 before anything is read', async (_, token) => {
    const headers = { authorization: `Bearer ${token()}` }
    const answer = await clinic.call('POST', '/api/devices/contact', '{', headers)
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })

  it('is refused on any other call', async () => {
    const { body } = await clinic.call('GET', '/api/openapi.json')
    const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    )
    expect(calls.length).toBeGreaterThan(30)
    // Redirects from elsewhere, descriptions of the server, and public facts of the clinic: all without any bearer.
    const open = ['/auth/oidc/callback', '/fhir/metadata', '/clinic']
    const own = ['/devices/contact', '/devices/prefetch', '/devices/pin']
    // Identified by a signature or by their address.
    const others = ['/sms/incoming/twilio', '/sms/incoming/africastalking/{secret}', '/unsubscribe/{token}']
    const closed = calls.filter(([, each]) => ![...open, ...own, ...others].includes(each))
    for (const [method, path] of closed) {
      const address = `/api${path.replace('{id}', tablet.id).replace('{location}', 'all')}`
      const input = method === 'GET' ? undefined : {}
      const answer = await clinic.call(method, address, input, { authorization: `Bearer ${tablet.token}` })
      expect(answer.status, `${method} ${path}`).toBe(401)
    }
  })
})

it('a caller asks at most 600 times in 5 minutes, whatever the token', async () => {
  await using limited = await startClinicWithTablets({ limits: true })
  const { token } = await limited.tablet()
  const asked = await Promise.all(Array.from({ length: 600 }, () => limited.contact(newToken())))
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([401]))
  expect(await limited.contact(token)).toMatchObject({ status: 429 })
  expect(await limited.contact(token, {}, '10.0.0.2')).toMatchObject({ status: 200 })
})
