import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PORTAL_TOKEN, startClinic } from '../../../tests/support/clinic.ts'
import { createPool } from '../../platform/db/pool.ts'
import { EVENTS_CHANNEL } from '../../platform/events/channel.ts'
import { watch } from '../../platform/events/watch.fixture.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

let clinic: Clinic
let admin: Awaited<ReturnType<Clinic['signedIn']>>
beforeAll(async () => {
  clinic = await startClinic()
  admin = await clinic.signedIn()
})
afterAll(() => clinic[Symbol.asyncDispose]())

describe('the right to watch the stream', () => {
  async function signedIn(username: string, type: 'admin' | 'staff'): Promise<string> {
    const { bearer } = await clinic.signedIn({ username, type })
    return bearer.authorization
  }

  it.each<[string, () => string | Promise<string>, number]>([
    ['nobody', () => '', 401],
    ['an unknown token', () => 'Bearer nothing', 401],
    ['the portal', () => `Bearer ${PORTAL_TOKEN}`, 403],
    ['staff who are no admins', () => signedIn('bisi', 'staff'), 403],
    ['an admin', () => signedIn('chidi', 'admin'), 200],
  ])('depends on the caller: %s', async (_who, authorization, status) => {
    const watching = await watch(clinic.app, { authorization: await authorization() })
    expect(watching.response.status).toBe(status)
    await watching.leave()
  })

  it('is answered 503 while the database is down', async () => {
    const away = { ...clinic.database, url: clinic.database.url.replace(/:\d+\//, ':1/') }
    await using other = await startClinic({ database: { ...away, close: async () => {} } })
    const { response } = await watch(other.app, admin.bearer)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ success: false, code: 'unavailable' })
  })
})

describe('a stream of changes', () => {
  it('is stored by no cache, and begins with a greeting', async () => {
    const watching = await watch(clinic.app, admin.bearer)
    const { headers } = watching.response
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(watching.text()).toBe('event: ready\ndata: {}\n\n')
    await watching.leave()
  })

  it('does not prolong the session', async () => {
    await using quiet = await startClinic()
    const { bearer } = await quiet.signedIn()
    const expiry = async () =>
      (await quiet.database.pool.query('SELECT expires_at FROM sessions')).rows[0].expires_at
    const before = await expiry()
    quiet.clock.now = new Date(quiet.clock.now.getTime() + 60 * 60_000)
    const watching = await watch(quiet.app, bearer)
    expect(await expiry()).toEqual(before)
    await watching.leave()
  })

  it('is not opened by HEAD, which would never read it', async () => {
    const { status, body } = await clinic.app.request(
      '/api/events',
      { method: 'HEAD', headers: admin.bearer },
      {},
    )
    expect([status, body]).toEqual([200, null])
  })
})

describe('a change notice reports', () => {
  it('a booking, to all watchers, with ids and nothing about the patient', async () => {
    await using listening = await listen(clinic.database.url)
    const watching = await Promise.all([watch(clinic.app, admin.bearer), watch(clinic.app, admin.bearer)])
    expect(await clinic.book({ start_time: '09:00', description: 'Sore tooth' })).toMatchObject({
      status: 201,
    })
    const { rows } = await clinic.database.pool.query('SELECT id FROM appointments')
    const event = { type: 'appointment', change: 'booked', id: rows[0].id, location: 'fct', version: 1 }
    for (const one of watching) expect(await one.changes()).toEqual([event])

    // Exact text, so that nothing else is in it.
    await expect.poll(() => listening.payloads).toEqual([JSON.stringify([event])])
    const frames = `event: ready\ndata: {}\n\nevent: change\ndata: ${JSON.stringify(event)}\n\n`
    for (const one of watching) expect(one.text()).toBe(frames)
    for (const one of watching) await one.leave()
  })

  it('no refused booking, and none a second time when it is sent again', async () => {
    const watching = await watch(clinic.app, admin.bearer)
    const once = await clinic.book(
      { start_time: '11:00', doctor_id: 'fct-okafor' },
      { key: 'the-same-key-twice' },
    )
    expect(once.status).toBe(201)
    await clinic.book({ start_time: '11:00', doctor_id: 'fct-okafor' }, { key: 'the-same-key-twice' })
    expect(await clinic.book({ start_time: '11:00', doctor_id: 'fct-okafor' })).toMatchObject({ status: 409 })
    await clinic.book({ start_time: '12:00', doctor_id: 'fct-okafor' })
    const { rows } = await clinic.database.pool.query(
      `SELECT id FROM appointments WHERE starts_at >= '2030-03-05T11:00+01:00' ORDER BY starts_at`,
    )
    expect((await watching.changes(2)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    await watching.leave()
  })

  it('a blocker that is added, changed or deleted', async () => {
    const watching = await watch(clinic.app, admin.bearer)
    const blocker = { description: 'Staff meeting', type: 'Weekly', recurringDays: [0] }
    const { body } = await clinic.call('POST', '/api/blockers', blocker, admin.bearer)
    const { id } = body.data as { id: string }
    await clinic.call('PUT', `/api/blockers/${id}`, { ...blocker, recurringDays: [6] }, admin.bearer)
    await clinic.call('DELETE', `/api/blockers/${id}`, undefined, admin.bearer)
    expect(await watching.changes(3)).toEqual(Array(3).fill({ type: 'blocker', id, location: null }))
    expect(watching.text()).not.toMatch(/meeting/i)
    await watching.leave()
  })

  it('no change that failed', async () => {
    const watching = await watch(clinic.app, admin.bearer)
    const pool = createPool(clinic.database.url, 1)
    const one = await pool.connect()
    await one.query('BEGIN')
    await one.query(`SELECT pg_notify('${EVENTS_CHANNEL}', '[{"type":"blocker","id":"rolled back"}]')`)
    await one.query('ROLLBACK')
    for (const payload of [
      'nothing',
      '{}',
      '[{"type":"of a later version"}, {"type":"blocker","id":"kept"}]',
    ]) {
      await one.query(`SELECT pg_notify('${EVENTS_CHANNEL}', $1)`, [payload])
    }
    one.release()
    await pool.end()
    expect(await watching.changes()).toEqual([{ type: 'blocker', id: 'kept' }])
    await watching.leave()
  })
})

/** Collects the notifications between processes. */
async function listen(url: string) {
  const client = new pg.Client(url)
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.connect()
  await client.query(`LISTEN ${EVENTS_CHANNEL}`)
  return { payloads, [Symbol.asyncDispose]: () => client.end() }
}
