import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startClinic, validBooking } from '../../../tests/support/clinic.ts'

/*
 * Each limit of what strangers do counts the address that a call comes from and the network around it, and believes no
 * header. The counters are raised to their limit by hand, since some take hundreds of calls.
 */

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic({
    limits: true,
    oidc: {
      issuer: 'http://127.0.0.1:1',
      clientId: 'enamel',
      clientSecret: 'nothing',
      name: 'Provider',
      redirectUri: 'http://localhost:3000/api/auth/oidc/callback',
      asksSecondFactor: false,
    } as never,
    incomingSms: { number: '+2348000000000', gateway: { kind: 'africastalking', secret: 'right' } } as never,
  })
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(() => clinic.database.pool.query('TRUNCATE rate_limits'))

type Asking = [method: string, path: string, body?: unknown, headers?: Record<string, string>]
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const sms = { 'content-type': 'application/x-www-form-urlencoded' }
const LIMITS: readonly [name: string, uses: number, ...Asking][] = [
  ['sign-in-address', 100, 'POST', '/api/auth/signin', { username: 'nobody', password: 'wrong horse' }],
  ['forgot-by-caller', 600, 'POST', '/api/auth/forgot-password', { email: 'nobody@example.com' }],
  ['oidc-start', 30, 'POST', '/api/auth/oidc/start', {}],
  ['oidc-finish', 30, 'POST', '/api/auth/oidc/finish', { code: 'A'.repeat(43), secret: 'A'.repeat(43) }],
  ['passkey-start', 60, 'POST', '/api/auth/factor/passkey/start', {}],
  [
    'account-links-wrong',
    20,
    'POST',
    '/api/auth/reset-password',
    { token: 'A'.repeat(43), password: 'x'.repeat(12) },
  ],
  [
    'account-links-wrong',
    20,
    'POST',
    '/api/auth/register',
    { invite: 'A'.repeat(43), email: 'eve@example.com', password: 'eleven green herons' },
  ],
  ['device-contacts', 600, 'POST', '/api/devices/contact', {}, bearer('A'.repeat(43))],
  ['device-contacts', 600, 'POST', '/api/devices/pin', {}, bearer('A'.repeat(43))],
  [
    'codes-by-caller',
    20,
    'POST',
    '/api/send-otp/email',
    { location: 'fct', destination: 'nobody@example.com' },
  ],
  [
    'code-tries-by-caller',
    100,
    'POST',
    '/api/verify-otp',
    { code: 123456, email: 'a@example.com', rawId: randomUUID() },
  ],
  ['visit-links-wrong', 20, 'GET', '/api/visit', undefined, bearer(`visit:${'A'.repeat(22)}`)],
  ['offer-links-wrong', 20, 'GET', '/api/offer', undefined, bearer(`offer:${'A'.repeat(22)}`)],
  ['api-keys-wrong', 20, 'GET', '/api/fhir/Slot', undefined, bearer(`enamel_${'A'.repeat(43)}`)],
  ['feeds-wrong', 20, 'GET', `/calendar/${'A'.repeat(43)}.ics`],
  ['unsubscribe-wrong', 20, 'POST', `/api/unsubscribe/${'A'.repeat(60)}`, undefined, sms],
  ['sms-incoming-wrong', 20, 'POST', '/api/sms/incoming/africastalking/wrong', 'id=1', sms],
  ['openapi', 60, 'GET', '/api/openapi.json'],
  ['booking-tries', 600, 'POST', '/api/appointments/book', validBooking],
]

async function asked(
  [, , ...asking]: (typeof LIMITS)[number],
  caller: string,
  more: Record<string, string> = {},
) {
  const [method, path, body, headers] = asking
  return (await clinic.call(method, path, body, { ...headers, ...more }, caller)).status
}
/** Uses up a limit. @param key beginning of the counters' names */
async function useUp(key: string, uses: number): Promise<void> {
  const { rowCount } = await clinic.database.pool.query(
    `UPDATE rate_limits SET points = $2 WHERE key LIKE $1 || ':%'`,
    [key, uses],
  )
  expect([key, rowCount]).toEqual([key, 1])
}

describe.each(LIMITS)('the limit %s of %i uses', (...limit) => {
  const [name, uses] = limit

  it('counts an IPv6 /48 as it counts a /64', async () => {
    expect(await asked(limit, '2001:db8:1:1::1')).not.toBe(429)
    await useUp(`${name}-of-network`, uses)
    expect(await asked(limit, '2001:db8:1:2::1')).toBe(429)
    expect(await asked(limit, '2001:db8:2::1')).not.toBe(429)
  })

  it('counts an IPv4 /24 as ten addresses', async () => {
    expect(await asked(limit, '198.51.100.1')).not.toBe(429)
    await useUp(`${name}-of-network`, uses * 9)
    expect(await asked(limit, '198.51.100.2')).not.toBe(429)
    await useUp(`${name}-of-network`, uses * 10)
    expect(await asked(limit, '198.51.100.3')).toBe(429)
    expect(await asked(limit, '198.51.101.1')).not.toBe(429)
  })

  it('ignores headers from a private network where no proxy is named', async () => {
    const header = { 'x-forwarded-for': '203.0.113.1', forwarded: 'for=203.0.113.1' }
    expect(await asked(limit, '192.168.1.7', header)).not.toBe(429)
    await useUp(name, uses)
    const other = { 'x-forwarded-for': '203.0.113.2', forwarded: 'for=203.0.113.2' }
    expect(await asked(limit, '192.168.1.7', other)).toBe(429)
    expect(await asked(limit, '::ffff:192.168.1.7')).toBe(429)
  })

  it('counts a link-local address with a zone', async () => {
    expect(await asked(limit, 'fe80::1%eth0')).not.toBe(429)
    await useUp(name, uses)
    expect(await asked(limit, 'fe80::2%eth1')).toBe(429)
  })
})
