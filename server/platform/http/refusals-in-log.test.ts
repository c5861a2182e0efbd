import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { storeStaff } from '../../../tests/support/staff.ts'

const logged: string[] = []
let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic({ limits: true, logged })
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(() => {
  logged.length = 0
})

const lines = (msg: string) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg)
const signIn = (username: string, caller: string) =>
  clinic.call('POST', '/api/auth/signin', { username, password: 'wrong horse battery' }, {}, caller)

it('a refused sign-in is logged with the account and the address, without what was typed', async () => {
  const ada = await storeStaff(clinic.database.pool, { username: 'ada', password: 'correct horse battery' })
  await signIn('ada', '203.0.113.7')
  await signIn('My-Password-In-The-Wrong-Field', '203.0.113.8')
  expect(lines('sign-in refused')).toMatchObject([
    { level: 40, staff: ada.id, caller: '203.0.113.7', requestId: expect.any(String) },
    { level: 40, staff: null, caller: '203.0.113.8', requestId: expect.any(String) },
  ])
  expect(logged.join('')).not.toMatch(/wrong|horse|my-password/i)
})

it('slowed sign-ins are logged with the address', async () => {
  for (let i = 0; i < 6; i++) await signIn('nobody', '203.0.113.9')
  expect(lines('sign-in slowed down: too many failures')).toMatchObject([{ caller: '203.0.113.9' }])
})

it('a forbidden call is logged with person and route, by id', async () => {
  const { id, bearer } = await clinic.signedIn({ username: 'eve', type: 'staff' })
  await clinic.call('POST', '/api/appointments/fct?from=2030-03-05', { search: 'Ngozi' }, bearer)
  expect(lines('request refused')).toMatchObject([
    { code: 'forbidden', method: 'POST', route: '/api/appointments/:location', staff: id },
  ])
  expect(logged.join('')).not.toMatch(/ngozi|2030-03-05|fct/i)
})

it.each([
  ['a token that is none', '/api/token/test', { authorization: 'Bearer made-up' }, 'unauthorized'],
  ['what the page would never send', '/api/availability?location=%27--', {}, 'invalid_input'],
])('%s is logged', async (_what, path, headers, code) => {
  await clinic.call('GET', path, undefined, headers)
  const route = path.split('?')[0]
  expect(lines('request refused')).toMatchObject([{ code, route, requestId: expect.any(String) }])
  expect(logged.join('')).not.toMatch(/made-up|--/)
})

it('a refused booking is logged under its own route', async () => {
  await clinic.book({ surname: '<b>Ngozi</b>' })
  expect(lines('request refused')).toMatchObject([{ route: '/api/appointments/book' }])
  expect(logged.join('')).not.toMatch(/ngozi/i)
})

it('a wrong one-time code is logged by its challenge', async () => {
  const rawId = randomUUID()
  await clinic.call('POST', '/api/verify-otp', { code: 123456, email: 'ngozi@example.com', rawId })
  expect(lines('one-time code refused')).toMatchObject([{ challenge: rawId }])
  expect(logged.join('')).not.toMatch(/ngozi|123456/)
})

it('a series of wrong sign-ins for one name logs twenty lines in a minute, and each other kind as many', async () => {
  await using flooded = await startClinic({ limits: true, logged })
  for (let i = 0; i < 300; i++) {
    const caller = `198.51.${100 + (i % 100)}.7`
    await flooded.call('POST', '/api/auth/signin', { username: 'ada', password: 'wrong horse' }, {}, caller)
  }
  const counts = new Map<string, number>()
  for (const line of logged) {
    const { msg, level } = JSON.parse(line)
    if (level >= 30) counts.set(msg, (counts.get(msg) ?? 0) + 1)
  }
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(20)
  expect(counts.get('sign-in refused')).toBe(20)
})

it('a series of refused calls logs twenty lines in a minute, and each call gets the same answer', async () => {
  await using flooded = await startClinic({ logged })
  const refused = Array.from({ length: 60 }, () =>
    flooded.call('GET', '/api/token/test', undefined, { authorization: 'Bearer made-up' }),
  )
  for (const answer of await Promise.all(refused)) expect(answer).toMatchObject({ status: 401 })
  expect(lines('request refused')).toHaveLength(20)
})
