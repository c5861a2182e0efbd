import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClinic } from '../tests/support/clinic.ts'
import { createPool } from './platform/db/pool.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
beforeAll(async () => {
  clinic = await startClinic()
})
afterAll(() => clinic[Symbol.asyncDispose]())

describe('an address of the API in any spelling', () => {
  let withPages: Awaited<ReturnType<typeof startClinic>>
  beforeAll(async () => {
    withPages = await startClinic({
      web: { headers: (_, next) => next(), pages: async (c) => c.html('a page') },
    })
  })
  afterAll(() => withPages[Symbol.asyncDispose]())

  it.each(['/API', '/API/', '/Api/nothing', '/aPI/appointments/book', '/%41PI/nothing', '//api/nothing'])(
    'serves no page by any method: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const failure = { status: 404, body: { success: false, code: 'not_found' } }
        expect([method, await withPages.call(method, path)]).toMatchObject([method, failure])
      }
      expect((await withPages.app.request(path, { method: 'HEAD' })).status).toBe(404)
    },
  )

  it.each(['/apiary', '/book-appointment', '/docs/api'])('leaves the page at %s alone', async (path) =>
    expect(await (await withPages.app.request(path)).text()).toBe('a page'),
  )
})

describe('the API', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['DELETE', '/api/appointments/book'],
    ['GET', '/api'],
  ])('answers %s %s, which is no call, with the envelope and never a page', async (method, path) => {
    expect(await clinic.call(method, path)).toMatchObject({
      status: 404,
      body: { success: false, code: 'not_found' },
    })
  })

  it.each([
    ['PUT', '/api/fetch/services'],
    ['PATCH', '/api/fetch/doctors'],
    ['GET', '/api/availability'],
    ['GET', '/api/availability/next'],
    ['POST', '/api/appointments/book'],
    ['POST', '/api/send-otp/email'],
    ['POST', '/api/send-otp/sms'],
    ['POST', '/api/verify-otp'],
  ])('requires the portal token for %s %s before it reads anything', async (method, path) => {
    const body = method === 'GET' ? undefined : '{'
    expect(await clinic.call(method, path, body, { authorization: '' })).toMatchObject({ status: 401 })
  })

  it('is described in one document, each call with its input and answer', async () => {
    const { body } = await clinic.call('GET', '/api/openapi.json', undefined, { authorization: '' })
    const paths = body.paths as Record<string, Record<string, { responses: object; requestBody?: object }>>
    expect(
      Object.entries(paths)
        .flatMap(([path, calls]) => Object.keys(calls).map((m) => `${m} ${path}`))
        .sort(),
    ).toEqual([
      'delete /api-keys/{id}',
      'delete /auth/sessions',
      'delete /auth/sessions/{id}',
      'delete /blockers/{id}',
      'delete /closures/{id}',
      'delete /devices/{id}',
      'delete /devices/{id}/people/{staff}',
      'delete /feeds/{id}',
      'delete /staff/invites/{id}',
      'delete /todo/{id}/done',
      'delete /visit/waiting-list',
      'delete /waiting-list/me/{id}',
      'delete /waiting-list/{id}',
      'delete /webhooks/{id}',
      'get /api-keys',
      'get /appointments/without-outcome',
      'get /appointments/{id}',
      'get /audit',
      'get /audit/people',
      'get /auth/factors',
      'get /auth/oidc/callback',
      'get /auth/providers',
      'get /auth/session',
      'get /auth/sessions',
      'get /availability',
      'get /availability/next',
      'get /blockers',
      'get /blockers/holidays',
      'get /blockers/preview',
      'get /clinic',
      'get /devices',
      'get /events',
      'get /feeds',
      'get /fhir/Appointment',
      'get /fhir/Appointment/{id}',
      'get /fhir/Location',
      'get /fhir/Location/{id}',
      'get /fhir/Patient',
      'get /fhir/Patient/{id}',
      'get /fhir/Practitioner',
      'get /fhir/Practitioner/{id}',
      'get /fhir/Schedule',
      'get /fhir/Schedule/{id}',
      'get /fhir/Slot',
      'get /fhir/Slot/{id}',
      'get /fhir/metadata',
      'get /flood',
      'get /notifications',
      'get /offer',
      'get /overview',
      'get /patient',
      'get /patients/today',
      'get /patients/{id}',
      'get /privacy',
      'get /staff',
      'get /todo',
      'get /token/test',
      'get /unsubscribe/{token}',
      'get /visit',
      'get /visit/times',
      'get /waiting-list',
      'get /webhooks',
      'get /webhooks/{id}/deliveries',
      'patch /appointments/{id}',
      'patch /auth/factors/{id}',
      'patch /fetch/doctors',
      'patch /patients/{id}',
      'patch /staff/{id}',
      'patch /waiting-list/{id}',
      'patch /webhooks/{id}',
      'post /api-keys',
      'post /appointments/book',
      'post /appointments/desk',
      'post /appointments/desk/series',
      'post /appointments/late',
      'post /appointments/late/messages',
      'post /appointments/{location}',
      'post /appointments/{location}/export',
      'post /audit/export',
      'post /auth/change-password',
      'post /auth/ended-sessions',
      'post /auth/enrol/mail',
      'post /auth/enrol/passkey',
      'post /auth/enrol/passkey/start',
      'post /auth/enrol/proof',
      'post /auth/enrol/totp',
      'post /auth/enrol/totp/start',
      'post /auth/factor/code',
      'post /auth/factor/passkey',
      'post /auth/factor/passkey/start',
      'post /auth/factors/begin',
      'post /auth/factors/recovery-codes',
      'post /auth/factors/{id}/remove',
      'post /auth/forgot-password',
      'post /auth/lock',
      'post /auth/logout',
      'post /auth/oidc/finish',
      'post /auth/oidc/start',
      'post /auth/prove',
      'post /auth/register',
      'post /auth/reset-password',
      'post /auth/signin',
      'post /auth/unlock',
      'post /blockers',
      'post /closures',
      'post /closures/{id}/messages',
      'post /devices',
      'post /devices/contact',
      'post /devices/people',
      'post /devices/pin',
      'post /devices/prefetch',
      'post /feeds',
      'post /flood/cancel',
      'post /notifications/read',
      'post /offer/claim',
      'post /patients',
      'post /patients/import',
      'post /patients/search',
      'post /patients/{id}/join',
      'post /patients/{id}/notes',
      'post /patients/{id}/part',
      'post /send-otp/email',
      'post /send-otp/sms',
      'post /sms/incoming/africastalking/{secret}',
      'post /sms/incoming/twilio',
      'post /staff/invites',
      'post /todo/{id}/done',
      'post /unsubscribe/{token}',
      'post /verify-otp',
      'post /visit/call-me',
      'post /visit/cancel',
      'post /visit/claim',
      'post /visit/confirm',
      'post /visit/keep',
      'post /visit/move',
      'post /visit/waiting-list',
      'post /waiting-list',
      'post /waiting-list/calls/{id}/declined',
      'post /waiting-list/calls/{id}/taken',
      'post /waiting-list/me',
      'post /webhooks',
      'post /webhooks/{id}/deliveries/{event}/redeliver',
      'post /webhooks/{id}/secret',
      'post /webhooks/{id}/test',
      'put /appointments/{id}/recall',
      'put /auth/profile',
      'put /blockers/{id}',
      'put /fetch/services',
      'put /staff/{id}/access',
    ])
    const booking = paths['/appointments/book']?.post
    expect(Object.keys(booking?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '409',
      '413',
      '428',
      '429',
      '503',
    ])
    expect(JSON.stringify(booking?.requestBody)).toContain('appointment_date')
  })
})

it.each(['OPTIONS', 'POST'])('a page of another origin may neither read nor send: %s', async (method) => {
  const foreign = {
    origin: 'https://elsewhere.example',
    'content-type': 'text/plain',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  // Simulates a cross-site request, which browsers send without preflight: no bearer.
  const answer = await clinic.call(method, '/api/appointments/book', undefined, {
    ...foreign,
    authorization: '',
  })
  expect(answer.status).toBe(method === 'POST' ? 401 : 404)
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

describe('the operator', () => {
  it('sees that the server is running and ready', async () => {
    expect(await clinic.call('GET', '/healthz')).toMatchObject({ status: 200 })
    expect(await clinic.call('GET', '/readyz')).toMatchObject({ status: 200, body: { sms: 'outbox' } })
  })

  it('sees that no jobs are being processed', async () => {
    await using jobless = await startClinic({ jobsAreHeard: () => false })
    expect(await jobless.call('GET', '/readyz')).toMatchObject({ status: 503 })
    expect(await jobless.call('GET', '/healthz')).toMatchObject({ status: 200 })
  })

  it('sees that the database is down, and callers get the envelope', async () => {
    const url = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
    const pool = createPool(url)
    const close = () => pool.end()
    await using cut = await startClinic({ database: { url, pool, close, [Symbol.asyncDispose]: close } })
    expect(await cut.call('GET', '/healthz')).toMatchObject({ status: 200 })
    expect(await cut.call('GET', '/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const refused = await cut.book()
    expect(refused).toMatchObject({ status: 503, body: { success: false, code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('2')
  })
})
