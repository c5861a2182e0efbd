import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'

const FROM_PROXY = 'req_0123456789-abcdef'
const idOf = (headers: Headers) => headers.get('x-request-id')

it('each request is logged at debug level, with its id and its declared route', async () => {
  const logged: string[] = []
  await using clinic = await startClinic({ logged })
  const { bearer } = await clinic.signedIn()
  const booked = await clinic.book({ surname: 'Chidinma' })
  const searched = await clinic.call('POST', '/api/appointments/fct', { search: 'Chidinma' }, bearer)
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toMatchObject([
    { level: 20, requestId: idOf(booked.headers), route: '/api/appointments/book', status: 201 },
    { level: 20, requestId: idOf(searched.headers), route: '/api/appointments/:location', status: 200 },
  ])
  for (const about of ['Chidinma', 'Obi', 'example.com', '0803', bearer.authorization])
    expect(logged.join('')).not.toContain(about)
})

it('the request id comes from a trusted proxy if it is a short plain word', async () => {
  await using clinic = await startClinic({ trustedProxies: 1 })
  const idFor = async (id: string) =>
    idOf((await clinic.call('GET', '/healthz', undefined, { 'x-request-id': id })).headers)
  expect(await idFor(FROM_PROXY)).toBe(FROM_PROXY)
  for (const other of [
    'short',
    'x'.repeat(65),
    'ada.obi@example.com',
    '{"level":60} "msg"',
    'two words here',
  ])
    expect(await idFor(other)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

it('the request id is generated without a trusted proxy', async () => {
  await using clinic = await startClinic()
  const { headers } = await clinic.call('GET', '/healthz', undefined, { 'x-request-id': FROM_PROXY })
  expect(idOf(headers)).not.toBe(FROM_PROXY)
})
