import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { notify } from './channel.ts'
import { reading, watch } from './watch.fixture.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

const CONNECTIONS = `FROM pg_stat_activity WHERE application_name = 'enamel-events' AND datname = current_database()`
const connections = async ({ database }: Clinic): Promise<number> =>
  (await database.pool.query(`SELECT count(*)::int AS n ${CONNECTIONS}`)).rows[0].n

const blocker = (id: string) => ({ type: 'blocker' as const, id })

/** The same app behind a real port. */
async function onPort({ app }: Clinic) {
  const server: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

describe('the database connection of the streams', () => {
  // Fake timers, so that a late reader is not mistaken for a stalled one.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('exists while someone watches, one for all, and not otherwise', async () => {
    await using clinic = await startClinic({ events: { beatMs: 20 } })
    const { bearer } = await clinic.signedIn()
    expect(await connections(clinic)).toBe(0)
    const watching = await Promise.all(Array.from({ length: 5 }, () => watch(clinic.app, bearer)))
    expect(await connections(clinic)).toBe(1)
    for (const one of watching) await one.leave()
    await vi.waitFor(async () => expect(await connections(clinic)).toBe(0))

    const again = await watch(clinic.app, bearer)
    await notify(clinic.database.pool, blocker('again'))
    expect(await again.changes()).toEqual([blocker('again')])
  })

  it('ends all streams when it breaks, since events may be lost; returning readers reload everything', async () => {
    await using clinic = await startClinic()
    const { bearer } = await clinic.signedIn()
    const watching = await Promise.all([watch(clinic.app, bearer), watch(clinic.app, bearer)])
    await clinic.database.pool.query(`SELECT pg_terminate_backend(pid) ${CONNECTIONS}`)
    for (const one of watching) expect(await one.end()).toEqual([])

    const back = await watch(clinic.app, bearer)
    await notify(clinic.database.pool, blocker('after'))
    expect(await back.changes()).toEqual([blocker('after')])
    expect(await connections(clinic)).toBe(1)
  })

  it('ends all streams when no one can tell who may watch', async () => {
    await using clinic = await startClinic({ events: { beatMs: 20 } })
    const { bearer } = await clinic.signedIn()
    const watching = await watch(clinic.app, bearer)
    await clinic.database.pool.query('ALTER TABLE sessions RENAME TO away')
    vi.advanceTimersByTime(20)
    expect(await watching.end()).toEqual([])
  })
})

describe('the number of streams', () => {
  it('is ten for a session, and one more when one has gone', async () => {
    await using clinic = await startClinic({ limits: true })
    const { bearer } = await clinic.signedIn()
    const watching = await Promise.all(Array.from({ length: 10 }, () => watch(clinic.app, bearer)))
    const { response } = await watch(clinic.app, bearer)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('15')
    const colleague = await clinic.signedIn({ username: 'colleague' })
    expect((await watch(clinic.app, colleague.bearer)).response.status).toBe(200)
    await watching[0]?.leave()
    expect((await watch(clinic.app, bearer)).response.status).toBe(200)
  })

  it('is limited for a process', async () => {
    await using clinic = await startClinic({ limits: true, events: { streamsPerProcess: 2 } })
    const { bearer } = await clinic.signedIn()
    for (const status of [200, 200, 503]) {
      const { response } = await watch(clinic.app, bearer)
      expect(response.status).toBe(status)
    }
  })
})

describe('over the network', () => {
  it('a reader who reads nothing is cut off, and the others get everything', async () => {
    await using clinic = await startClinic()
    const { bearer } = await clinic.signedIn()
    const { server, port } = await onPort(clinic)
    const deaf = connect(port, '127.0.0.1')
    deaf.pause()
    deaf.on('error', () => {})
    deaf.write(`GET /api/events HTTP/1.1\r\nHost: enamel\r\nAuthorization: ${bearer.authorization}\r\n\r\n`)
    const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: bearer })
    const watching = await reading(body)

    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
    await vi.waitFor(async () => expect(await open()).toBe(2))
    let told = 0
    await vi.waitFor(
      async () => {
        // Far more than fits into all buffers.
        const events = Array.from({ length: 2_000 }, () => blocker(String(++told)))
        const heard = watching.changes(events.length)
        await notify(clinic.database.pool, ...events)
        expect((await heard).at(-1)).toEqual(blocker(String(told)))
        expect(await open()).toBe(1)
      },
      { timeout: 60_000, interval: 1 },
    )
    await watching.leave()
    server.close()
  })

  it('streams end at once when the server stops, and no more begin', async () => {
    await using clinic = await startClinic()
    const { bearer } = await clinic.signedIn()
    const { server, port } = await onPort(clinic)
    const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: bearer })
    const watching = await reading(body)
    clinic.events.close()
    expect(await watching.end()).toEqual([])
    expect((await watch(clinic.app, bearer)).response.status).toBe(503)
    await new Promise((resolve) => server.close(resolve))
    await vi.waitFor(async () => expect(await connections(clinic)).toBe(0))
  })
})
