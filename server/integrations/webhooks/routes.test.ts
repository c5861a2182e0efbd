import { describe, expect, it } from 'vitest'
import { DELIVERIES_LISTED, MAX_WEBHOOKS, WEBHOOK_FIELD_MESSAGES } from '../../../contract/webhooks.ts'
import { openText } from '../../platform/secrets/sealed.ts'
import { sharedSecret } from '../../platform/secrets/secret.ts'
import { clinicWithWebhooks } from './webhooks.fixture.ts'

const URL_OF_ONE = 'https://hooks.example.com/enamel'
const NOBODYS = '7d1f8a52-0000-4000-8000-123456789abc'

describe('a webhook', () => {
  it('is added with a secret that is shown once, and sealed in the database', async () => {
    const clinic = await clinicWithWebhooks()
    const answer = await clinic.ask('POST', '', { url: ` ${URL_OF_ONE} ` })
    expect(answer.status).toBe(201)
    const { id, secret } = answer.body.data as { id: string; secret: string }
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(await clinic.list()).toEqual([
      {
        id,
        url: URL_OF_ONE,
        createdAt: expect.stringMatching(/\+01:00$/),
        off: null,
        failures: 0,
        waiting: 0,
      },
    ])
    const { rows } = await clinic.pool.query('SELECT secret, webhooks::text AS whole FROM webhooks')
    expect(rows[0].whole + rows[0].secret.toString('latin1')).not.toContain(secret.slice(6, 20))
    expect(openText(await sharedSecret(clinic.pool, 'webhooks')(), rows[0].secret)).toBe(secret)
    expect(JSON.stringify(clinic.logged)).not.toContain(secret)
  })

  it('gets a new secret, is switched off and on, and is deleted with its deliveries; each is audited', async () => {
    const clinic = await clinicWithWebhooks()
    const { id, secret } = await clinic.add(URL_OF_ONE)
    const renewed = await clinic.ask('POST', `/${id}/secret`)
    expect(renewed).toMatchObject({ status: 200, body: { data: { id } } })
    expect((renewed.body.data as { secret: string }).secret).not.toBe(secret)
    for (const isOn of [false, false, true]) await clinic.ask('PATCH', `/${id}`, { isOn })
    await clinic.bookOne()
    expect(await clinic.deliveries(id)).toHaveLength(1)
    const { event } = (await clinic.ask('POST', `/${id}/test`)).body.data as { event: string }
    await clinic.ask('POST', `/${id}/deliveries/${event}/redeliver`)
    expect(await clinic.ask('POST', `/${id}/deliveries/${NOBODYS}/redeliver`)).toMatchObject({ status: 404 })
    expect(await clinic.ask('DELETE', `/${id}`)).toMatchObject({ status: 200 })
    expect(await clinic.list()).toEqual([])
    const { rows } = await clinic.pool.query('SELECT FROM webhook_deliveries')
    expect(rows).toEqual([])
    const trail = await clinic.pool.query(
      `SELECT action, details FROM audit_log WHERE subject_kind = 'webhook' AND subject_id = $1 AND staff_id = $2 ORDER BY id`,
      [id, clinic.admin.id],
    )
    const name = new URL(URL_OF_ONE).host
    expect(trail.rows).toEqual([
      { action: 'webhook.added', details: { name } },
      { action: 'webhook.secret_renewed', details: { name } },
      { action: 'webhook.switched_off', details: { name } },
      { action: 'webhook.switched_on', details: { name } },
      { action: 'webhook.tested', details: { name, event } },
      { action: 'webhook.redelivered', details: { name, event } },
      { action: 'webhook.deleted', details: { name } },
    ])
  })

  it.each([
    'http://hooks.example.com/',
    'http://localhost:4000/',
    'ftp://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'hooks.example.com',
    '',
    `https://hooks.example.com/${'x'.repeat(500)}`,
  ])('refuses an address such as %s', async (url) => {
    const clinic = await clinicWithWebhooks()
    expect(await clinic.ask('POST', '', { url })).toMatchObject({
      status: 400,
      body: { errors: { url: expect.any(String) } },
    })
    expect(await clinic.list()).toEqual([])
  })

  const at = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
  const PUBLIC = at('93.184.215.14')
  const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
  it.each([
    ['in a private network', async () => [at('10.1.2.3')], 'host_private'],
    ['on this machine', async () => [at('::1')], 'host_private'],
    ['in a private network by one of its addresses', async () => [PUBLIC, at('192.168.0.9')], 'host_private'],
    ['nowhere', async () => [], 'host_unknown'],
    ['nowhere, as the resolver says', () => fails('ENOTFOUND'), 'host_unknown'],
  ] as const)('with the host %s is refused when it is entered', async (_, resolveHost, problem) => {
    const clinic = await clinicWithWebhooks({ resolveHost: async () => [...(await resolveHost())] })
    expect(await clinic.ask('POST', '', { url: URL_OF_ONE })).toMatchObject({
      status: 400,
      body: { errors: { url: WEBHOOK_FIELD_MESSAGES[problem] } },
    })
    expect(await clinic.list()).toEqual([])
  })

  it('is accepted while the resolver is down, and where the operator has listed its host', async () => {
    const away = await clinicWithWebhooks({ resolveHost: () => fails('EAI_AGAIN') })
    expect(await away.ask('POST', '', { url: URL_OF_ONE })).toMatchObject({ status: 201 })
    const here = await clinicWithWebhooks({
      webhookHosts: ['hooks.example.com'],
      resolveHost: async () => [at('10.1.2.3')],
    })
    expect(await here.ask('POST', '', { url: URL_OF_ONE })).toMatchObject({ status: 201 })
  })

  it('is limited to ten', async () => {
    const clinic = await clinicWithWebhooks()
    const all = Array.from({ length: MAX_WEBHOOKS + 2 }, () => clinic.ask('POST', '', { url: URL_OF_ONE }))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_WEBHOOKS)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  it('that is unknown is 404, for any call', async () => {
    const clinic = await clinicWithWebhooks()
    for (const [method, path, body] of [
      ['PATCH', '', { isOn: true }],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${NOBODYS}/redeliver`],
    ] as const) {
      expect([method, path, (await clinic.ask(method, `/${NOBODYS}${path}`, body)).status]).toEqual([
        method,
        path,
        404,
      ])
    }
  })

  it('lists its last 50 deliveries, the latest first', async () => {
    const clinic = await clinicWithWebhooks()
    const { id } = await clinic.add(URL_OF_ONE)
    for (let i = 0; i < DELIVERIES_LISTED + 3; i += 1) await clinic.ask('POST', `/${id}/test`)
    const listed = await clinic.deliveries(id)
    expect(listed).toHaveLength(DELIVERIES_LISTED)
    const { rows } = await clinic.pool.query('SELECT id FROM webhook_events ORDER BY seq DESC LIMIT 1')
    expect(listed[0]?.event).toBe(rows[0].id)
  })
})

describe('the right to webhooks', () => {
  it('requires a fresh proof to add, change and delete, and only a session to look and to test', async () => {
    const clinic = await clinicWithWebhooks()
    const { id } = await clinic.add(URL_OF_ONE)
    const { event } = (await clinic.ask('POST', `/${id}/test`)).body.data as { event: string }
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 11 * 60_000)
    for (const [method, path, body] of [
      ['POST', '', { url: URL_OF_ONE }],
      ['PATCH', `/${id}`, { isOn: false }],
      ['POST', `/${id}/secret`],
      ['DELETE', `/${id}`],
    ] as const) {
      const answer = await clinic.ask(method, path, body)
      expect([method, path, answer.status, answer.body.code]).toEqual([
        method,
        path,
        403,
        'fresh_proof_required',
      ])
    }
    for (const [method, path, status] of [
      ['GET', '', 200],
      ['GET', `/${id}/deliveries`, 200],
      ['POST', `/${id}/test`, 201],
      ['POST', `/${id}/deliveries/${event}/redeliver`, 200],
    ] as const) {
      expect([method, path, (await clinic.ask(method, path)).status]).toEqual([method, path, status])
    }
  })

  it('allows adding and sending by hand 60 times an hour', async () => {
    const clinic = await clinicWithWebhooks({ limits: true })
    const { id } = await clinic.add(URL_OF_ONE)
    const statuses = await Promise.all(Array.from({ length: 62 }, () => clinic.ask('POST', `/${id}/test`)))
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await clinic.ask('POST', '', { url: URL_OF_ONE })).toMatchObject({ status: 429 })
  })
})
