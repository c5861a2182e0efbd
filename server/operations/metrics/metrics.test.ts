import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClinic, validBooking } from '../../../tests/support/clinic.ts'
import { createPool } from '../../platform/db/pool.ts'
import { watch } from '../../platform/events/watch.fixture.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

let clinic: Clinic
beforeAll(async () => {
  clinic = await startClinic({ limits: true })
})
afterAll(() => clinic[Symbol.asyncDispose]())

const ask = ({ app }: Clinic, headers: Record<string, string> = {}, caller = '127.0.0.1') =>
  app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress: caller } } })

/** By name with labels. */
async function samples(of: Clinic = clinic): Promise<Map<string, number>> {
  const text = await (await ask(of)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

const ofReplication = (now: Map<string, number>) =>
  [...now.keys()].filter((name) => /^enamel_database_(standby|sync|archive)/.test(name))

describe('the metrics', () => {
  it('count bookings by outcome, from zero', async () => {
    const outcomes = async () => {
      const now = await samples()
      return ['booked', 'repeated', 'slot_taken', 'proof_required', 'key_reused'].map((outcome) =>
        now.get(`enamel_bookings_total{outcome="${outcome}"}`),
      )
    }
    expect(await outcomes()).toEqual([0, 0, 0, 0, 0])
    const one = { start_time: '11:00', doctor_id: 'fct-okafor' }
    expect(await clinic.book(one, { key: 'the-one-and-only-key' })).toMatchObject({ status: 201 })
    expect(await clinic.book(one, { key: 'the-one-and-only-key' })).toMatchObject({ status: 201 })
    const other = { email: 'other@example.com', phone_number: '0803 000 0001' }
    expect(await clinic.book({ ...one, ...other })).toMatchObject({ status: 409 })
    expect(await clinic.book({ ...one, ...other }, { key: 'the-one-and-only-key' })).toMatchObject({
      status: 409,
    })
    for (const start_time of ['12:00', '13:00']) await clinic.book({ start_time })
    expect(await clinic.book({ start_time: '14:00' })).toMatchObject({ status: 428 })
    expect(await outcomes()).toEqual([3, 1, 1, 1, 1])
  })

  it('distinguish calls by their declared route, never by its parameters', async () => {
    const { bearer } = await clinic.signedIn()
    const id = '7d1f8a52-0000-4000-8000-123456789abc'
    await clinic.call('GET', `/api/appointments/${id}?search=Obi`, undefined, bearer)
    await clinic.call('POST', '/api/appointments/fct', { search: 'Obi' }, bearer)
    await clinic.call('GET', '/api/08031234567')
    await clinic.app.request('/08031234567', { method: 'PROPFIND' })
    const text = await (await ask(clinic)).text()
    for (const secret of [id, 'Obi', '08031234567', 'ada', 'PROPFIND', validBooking.email])
      expect(text).not.toContain(secret)
    const now = await samples()
    const count = (method: string, route: string, status: number) =>
      now.get(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`)
    expect(count('GET', '/api/appointments/:id', 404)).toBe(1)
    expect(count('POST', '/api/appointments/:location', 200)).toBe(1)
    expect(count('POST', '/api/appointments/book', 201)).toBe(4)
    expect(count('GET', '/api/*', 404)).toBe(1)
    expect(count('other', '/*', 404)).toBe(1)
  })

  it('show queues, streams, connections, the process and the version', async () => {
    const { bearer } = await clinic.signedIn({ username: 'who-watches' })
    await watch(clinic.app, bearer)
    await clinic.database.pool.query(
      `UPDATE pgboss.job SET created_on = now() - interval '1 hour' WHERE name = 'confirmation-mail'`,
    )
    await using other = await startClinic({
      database: { ...clinic.database, close: async () => {} } as never,
    })
    const now = await samples(other)
    expect(now.get('enamel_jobs_waiting{queue="confirmation-mail"}')).toBe(3)
    expect(now.get('enamel_jobs_oldest_seconds{queue="confirmation-mail"}')).toBeGreaterThanOrEqual(3600)
    expect(now.get('enamel_jobs_waiting{queue="account-mail"}')).toBe(0)
    expect(now.get('enamel_event_streams')).toBe(0)
    const watched = await samples()
    expect(watched.get('enamel_event_streams')).toBe(1)
    expect(watched.get('enamel_database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0)
    expect(watched.get('enamel_database_waiting{pool="bookings"}')).toBe(0)
    expect(watched.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(watched.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect([...watched.keys()].join()).toMatch(
      /enamel_build_info\{version="\d+\.\d+\.\d+",build="",node="v24/,
    )
  })

  it('are served without the queues while the database is down', async () => {
    const url = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
    const pool = createPool(url)
    const close = () => pool.end()
    await using cut = await startClinic({ database: { url, pool, close, [Symbol.asyncDispose]: close } })
    expect((await ask(cut)).status).toBe(200)
    const now = await samples(cut)
    expect(now.has('enamel_event_streams')).toBe(true)
    expect([...now.keys()].filter((name) => name.startsWith('enamel_jobs'))).toEqual([])
    expect(ofReplication(now)).toEqual([])
  })

  it('have nothing about standbys and archive on a server without them', async () => {
    await samples()
    expect(ofReplication(await samples())).toEqual([])
  })
})

describe('access to the metrics', () => {
  it.each<{ who: string; caller: string; headers: Record<string, string>; status: number }>([
    { who: 'a caller on this machine', caller: '127.0.0.1', headers: {}, status: 200 },
    { who: 'one by IPv6', caller: '::1', headers: {}, status: 200 },
    { who: 'one by IPv4 within IPv6', caller: '::ffff:127.0.0.1', headers: {}, status: 200 },
    { who: 'one from elsewhere', caller: '10.0.0.1', headers: {}, status: 404 },
    {
      who: 'a proxy on this machine',
      caller: '127.0.0.1',
      headers: { 'x-forwarded-for': '10.0.0.1' },
      status: 404,
    },
    { who: 'an IPv4 within IPv6 in digits', caller: '::ffff:7f00:1', headers: {}, status: 200 },
    {
      who: 'a proxy that names the scheme alone',
      caller: '127.0.0.1',
      headers: { 'x-forwarded-proto': 'https' },
      status: 404,
    },
    {
      who: 'one that says it another way',
      caller: '127.0.0.1',
      headers: { forwarded: 'for=10.0.0.1' },
      status: 404,
    },
  ])('without a token is $status for $who', async ({ caller, headers, status }) => {
    expect((await ask(clinic, headers, caller)).status).toBe(status)
  })

  it.each([
    { where: 'TRUST_PROXY names a proxy', options: { trustedProxies: 1 } },
    { where: 'people open the portal with TLS', options: { isHttps: true } },
  ])(
    'without a token is refused where $where, since a proxy may not identify itself',
    async ({ options }) => {
      await using behind = await startClinic(options)
      expect((await ask(behind)).status).toBe(404)
    },
  )

  it('with a token is granted to its holder, from anywhere, and to no one else', async () => {
    const token = 'the-token-of-the-metrics'
    await using guarded = await startClinic({ metricsToken: token })
    const bearer = (shown: string) => ({ authorization: `Bearer ${shown}`, 'x-forwarded-for': '10.0.0.1' })
    expect((await ask(guarded, bearer(token), '10.0.0.9')).status).toBe(200)
    expect((await ask(guarded, bearer(`${token}s`))).status).toBe(401)
    expect((await ask(guarded)).status).toBe(401)
  })
})
