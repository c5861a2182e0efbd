import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { FEEDS_PER_PERSON, type FeedRow } from '../../../contract/feeds.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import type { StaffOptions } from '../../../tests/support/staff.ts'
import { resetAccountPassword } from '../../accounts/staff/operator.ts'
import { notify } from '../../platform/events/channel.ts'
import { visitsIn } from './feeds.fixture.ts'

/* Today is Monday 4 March 2030, 07:00 in Lagos, an hour before UTC. */
type Clinic = Awaited<ReturnType<typeof startClinic>>
type Bearer = Record<string, string>
let clinic: Clinic
let admin: { id: string; bearer: Bearer }
beforeEach(() => start())
afterEach(() => clinic[Symbol.asyncDispose]())

let heard: Set<string>
async function start(options: TestOptions = {}) {
  clinic = await startClinic(options)
  admin = await clinic.signedIn()
  heard = new Set()
  await clinic.events.watch({
    onEvents: (events) => events.forEach(({ id }) => void heard.add(id)),
    onSessions() {},
    onLost() {},
  })
}
async function restart(options: TestOptions) {
  await clinic[Symbol.asyncDispose]()
  await start(options)
}
/** Another process on the same database. */
async function another(options: TestOptions = {}): Promise<Clinic> {
  const other = await startClinic({ ...options, database: { ...clinic.database, close: async () => {} } })
  onTestFinished(() => other[Symbol.asyncDispose]())
  return other
}

const who = (username: string, more: StaffOptions) => clinic.signedIn({ username, ...more })
const manager = () => who('manager', { type: 'manager', locations: ['fct'] })
const doctor = () => who('musa', { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' })

const asked = (body: object, { bearer } = admin) => clinic.call('POST', '/api/feeds', body, bearer)
async function made(body: object = { location: 'fct' }, by = admin) {
  const answer = await asked(body, by)
  expect(answer.status).toBe(201)
  return answer.body.data as { id: string; path: string }
}
const revoke = (id: string, { bearer } = admin) =>
  clinic.call('DELETE', `/api/feeds/${id}`, undefined, bearer)
const list = async ({ bearer } = admin) =>
  (await clinic.call('GET', '/api/feeds', undefined, bearer)).body.data as FeedRow[]

type Fetching = { tag?: string | null; caller?: string; method?: string; headers?: Bearer; at?: Clinic }
function fetched(
  path: string,
  { tag, caller = '10.0.0.1', method = 'GET', headers, at = clinic }: Fetching = {},
) {
  const init = { method, headers: { ...headers, ...(tag && { 'if-none-match': tag }) } }
  return Promise.resolve(at.app.request(path, init, { incoming: { socket: { remoteAddress: caller } } }))
}
const visits = async (path: string, more?: Fetching) => visitsIn(await (await fetched(path, more)).text())
const tagOf = async (path: string, more?: Fetching) => (await fetched(path, more)).headers.get('etag')

/** Books, and waits until the process has heard of it, which it need not have when it answers. */
async function booked(more: Parameters<Clinic['book']>[0] = {}): Promise<string> {
  const { status, body } = await clinic.book({ doctor_id: 'fct-musa', ...more })
  expect(status).toBe(201)
  const { reference } = body.data as { reference: string }
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
    reference,
  ])
  const { id } = rows[0]
  await vi.waitFor(() => expect(heard).toContain(id))
  return id
}
const change = (id: string, body: object, at = clinic) =>
  at.call('PATCH', `/api/appointments/${id}`, body, {
    ...admin.bearer,
    'idempotency-key': randomUUID(),
    'if-match': '"1"',
  })

/** Whatever the app asks of the database from here on. */
function queries(at = clinic) {
  const [query, connect] = [vi.spyOn(at.database.pool, 'query'), vi.spyOn(at.database.pool, 'connect')]
  return { count: () => query.mock.calls.length + connect.mock.calls.length }
}

describe('a calendar feed', () => {
  it('shows when, where and with whom, by initials, as two calendar programs read it', async () => {
    const id = await booked()
    await clinic.database.pool.query(`UPDATE appointments SET complaint = 'It hurts'`)
    const { path } = await made()
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const answer = await fetched(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = await answer.text()
    expect(visitsIn(file)).toEqual([
      {
        id,
        summary: 'A. O., Dr. Ibrahim Musa',
        start: '2030-03-05T09:00:00.000Z',
        end: '2030-03-05T09:30:00.000Z',
        location: '27 Gana Street, Maitama, Abuja',
        sequence: 0,
        status: 'TENTATIVE',
      },
    ])
    expect(file).toContain('\r\nX-WR-CALNAME:Enamel Dental Clinic: Abuja\r\n')
    expect(file).not.toMatch(/Ada|Obi\b|hurts|Tooth|example\.com|0803 |\+234803|METHOD/)
  })

  it('has names where its maker chose them, and neither number nor contact with them', async () => {
    await booked()
    const { path } = await made({ doctorId: 'fct-musa', names: true })
    const file = await (await fetched(path)).text()
    expect(visitsIn(file)).toMatchObject([{ summary: 'Ada Obi' }])
    expect(file).not.toMatch(/example\.com|0803 |\+234803|Tooth/)
  })

  it('with names audits the patients shown, each once; with initials it audits nothing', async () => {
    const first = await booked()
    const [named, initials] = [await made({ doctorId: 'fct-musa', names: true }), await made()]
    const fetches = async () => {
      for (const { path } of [named, initials]) await (await fetched(path)).text()
      const { rows } = await clinic.database.pool.query(
        `SELECT subject_id AS feed, details FROM audit_log WHERE action = 'feed.fetched' ORDER BY id`,
      )
      return rows
    }
    const entry = (id: string) => ({ feed: named.id, details: { by: 'feed', appointments: [id] } })
    expect(await fetches()).toEqual([entry(first)])
    expect(await fetches()).toEqual([entry(first)])
    const second = await booked({ surname: 'Zoe', email: 'z@example.com', start_time: '14:00' })
    expect(await fetches()).toEqual([entry(first), entry(second)])
  })

  it('is one doctor’s or one location’s', async () => {
    const own = await booked()
    await booked({ doctor_id: 'fct-okafor', surname: 'Zoe', email: 'z@example.com' })
    expect(await visits((await made({ doctorId: 'fct-musa' })).path)).toMatchObject([
      { id: own, summary: 'A. O.' },
    ])
    expect(await visits((await made()).path)).toHaveLength(2)
    expect(await visits((await made({ location: 'lag' })).path)).toEqual([])
  })

  it('follows a moved appointment, shows confirmations, and leaves out cancelled and missed ones', async () => {
    const [moved, confirmed, cancelled, missed] = [
      await booked(),
      await booked({ start_time: '11:00', surname: 'Bola' }),
      await booked({ start_time: '12:00', surname: 'Chi' }),
      await booked({ start_time: '13:00', surname: 'Dayo' }),
    ]
    const { path } = await made()
    const time = { appointment_date: '2030-03-06', start_time: '15:10', duration: 45 }
    expect((await change(moved, { move: time })).status).toBe(200)
    expect((await change(confirmed, { isOpen: false })).status).toBe(200)
    expect((await change(cancelled, { status: 'cancelled' })).status).toBe(200)
    await clinic.database.pool.query(
      `UPDATE appointments SET visit = 'no_show', no_show_at = starts_at WHERE id = $1`,
      [missed],
    )
    expect(await visits(path)).toMatchObject([
      { id: confirmed, status: 'CONFIRMED', sequence: 1 },
      { id: moved, start: '2030-03-06T14:10:00.000Z', end: '2030-03-06T14:55:00.000Z', sequence: 1 },
    ])
  })

  it('covers a year back and ahead, in days of the clinic', async () => {
    const at = async (instant: string) => {
      const id = await booked({ start_time: '10:00' })
      await clinic.database.pool.query(
        `UPDATE appointments SET starts_at = $2, ends_at = $2::timestamptz + interval '30 minutes' WHERE id = $1`,
        [id, instant],
      )
      return id
    }
    await at('2029-03-03T23:30:00+01:00')
    const [first, last] = [await at('2029-03-04T00:00:00+01:00'), await at('2031-03-04T23:30:00+01:00')]
    await at('2031-03-05T00:00:00+01:00')
    expect((await visits((await made()).path)).map(({ id }) => id)).toEqual([first, last])
  })

  it('is a whole calendar without appointments, too', async () => {
    const file = await (await fetched((await made()).path)).text()
    expect(visitsIn(file)).toEqual([])
    expect(file).toContain('BEGIN:VTIMEZONE')
  })
})

describe('an unchanged feed', () => {
  it('is answered 304 without a query, until something in it changes', async () => {
    const id = await booked()
    const { path } = await made()
    const tag = await tagOf(path)
    const asked = queries()
    for (let i = 0; i < 3; i++) {
      const answer = await fetched(path, { tag })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, ''])
    }
    expect(asked.count()).toBe(0)

    expect((await change(id, { isOpen: false })).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(path, { tag })).status).toBe(200))
    expect(await visits(path)).toMatchObject([{ id, status: 'CONFIRMED' }])
  })

  it('changes with a booking on another process, and not with one of another doctor', async () => {
    const other = await another()
    const id = await booked()
    const [own, colleagues] = [await made({ doctorId: 'fct-musa' }), await made({ doctorId: 'fct-okafor' })]
    const tags = { own: await tagOf(own.path), colleagues: await tagOf(colleagues.path) }
    expect((await change(id, { isOpen: false }, other)).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(own.path, { tag: tags.own })).status).toBe(200))
    const asked = queries()
    expect((await fetched(colleagues.path, { tag: tags.colleagues })).status).toBe(304)
    expect(asked.count()).toBe(0)
  })

  it('changes for the doctor from whom an appointment is moved away', async () => {
    const id = await booked()
    const { path } = await made({ doctorId: 'fct-musa' })
    const tag = await tagOf(path)
    const move = { appointment_date: '2030-03-05', start_time: '10:00', doctor: 'fct-okafor' }
    expect((await change(id, { move })).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(path, { tag })).status).toBe(200))
    expect(await visits(path)).toEqual([])
  })

  it('has the same tag in every process and after a restart', async () => {
    await booked()
    const { path } = await made()
    const tag = await tagOf(path)
    const other = await another()
    expect((await fetched(path, { tag, at: other })).status).toBe(304)
  })

  it.each([
    ['after an hour', '2030-03-04T08:00:00+01:00'],
    ['on the next day', '2030-03-05T00:00:00+01:00'],
  ])('is read again %s, and is 304 if it is still the same', async (_when, later) => {
    if (later.includes('T00:')) clinic.clock.now = new Date('2030-03-04T23:59:00+01:00')
    await booked()
    // The session of the others has expired at that time.
    const { path } = await made({ location: 'fct' }, await who('late', { type: 'admin' }))
    const tag = await tagOf(path)
    clinic.clock.now = new Date(later)
    const asked = queries()
    expect((await fetched(path, { tag })).status).toBe(304)
    expect(asked.count()).toBeGreaterThan(0)
    const before = asked.count()
    expect((await fetched(path, { tag })).status).toBe(304)
    expect(asked.count()).toBe(before)
  })

  it('shows within an hour a change that has no event', async () => {
    await booked()
    const { path } = await made()
    const tag = await tagOf(path)
    await clinic.database.pool.query(`UPDATE patients SET first_name = 'Zoe'`)
    clinic.clock.now = new Date('2030-03-04T07:59:00+01:00')
    expect((await fetched(path, { tag })).status).toBe(304)
    clinic.clock.now = new Date('2030-03-04T08:00:00+01:00')
    expect(await visits(path, { tag })).toMatchObject([{ summary: 'Z. O., Dr. Ibrahim Musa' }])
  })

  it('is read again when the event connection was down', async () => {
    await booked()
    const { path } = await made()
    const tag = await tagOf(path)
    await clinic.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'enamel-events' AND datname = current_database()`,
    )
    const asked = queries()
    await vi.waitFor(async () => {
      const before = asked.count()
      expect((await fetched(path, { tag })).status).toBe(304)
      expect(asked.count()).toBeGreaterThan(before)
    })
  })

  it('is compressed for a client that accepts it, under a tag of its own', async () => {
    await booked()
    const { path } = await made()
    const answer = await fetched(path, { headers: { 'accept-encoding': 'gzip, deflate' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const plain = answer.body?.pipeThrough(new DecompressionStream('gzip'))
    expect(visitsIn(await new Response(plain).text())).toHaveLength(1)
    const tag = answer.headers.get('etag')
    expect(tag).toMatch(/^"[\w-]{22}-gzip"$/)
    expect((await fetched(path, { tag, headers: { 'accept-encoding': 'gzip' } })).status).toBe(304)
  })

  it('answers HEAD with the head alone', async () => {
    await booked()
    const { path } = await made()
    const [head, get] = [await fetched(path, { method: 'HEAD' }), await fetched(path)]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  it('is stored by no shared cache, and found by no search engine', async () => {
    const { headers } = await fetched((await made()).path)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('the end of a feed', () => {
  it('is its revocation, at once, also in another process', async () => {
    const other = await another()
    const { id, path } = await made()
    expect((await fetched(path, { at: other })).status).toBe(200)
    expect((await fetched(path)).status).toBe(200)
    expect((await revoke(id)).status).toBe(200)
    const answer = await fetched(path)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    await vi.waitFor(async () => expect((await fetched(path, { at: other })).status).toBe(404))
    expect((await revoke(id)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  const staff = (id: string, body: object) => clinic.call('PATCH', `/api/staff/${id}`, body, admin.bearer)

  it('comes when its maker is disabled, and is final', async () => {
    const maker = await manager()
    const { id, path } = await made({ location: 'fct' }, maker)
    expect((await fetched(path)).status).toBe(200)
    expect((await staff(maker.id, { disabled: true })).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(path)).status).toBe(404))
    expect((await staff(maker.id, { disabled: false })).status).toBe(200)
    expect((await fetched(path)).status).toBe(404)
    const { rows } = await clinic.database.pool.query(
      `SELECT staff_id, subject_id, details FROM audit_log WHERE action = 'feed.ended'`,
    )
    expect(rows).toEqual([{ staff_id: admin.id, subject_id: id, details: { name: 'fct' } }])
  })

  it('comes with fewer locations for those lost, and with a lower staff type for all', async () => {
    const maker = await who('both', { type: 'manager', locations: ['fct', 'lag'] })
    const [stays, ends] = [await made({ location: 'fct' }, maker), await made({ location: 'lag' }, maker)]
    const access = (type: string, locations: string[]) =>
      clinic.call('PUT', `/api/staff/${maker.id}/access`, { type, locations }, admin.bearer)
    expect((await access('manager', ['fct'])).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(ends.path)).status).toBe(404))
    expect((await fetched(stays.path)).status).toBe(200)
    expect((await access('reception', ['fct'])).status).toBe(200)
    await vi.waitFor(async () => expect((await fetched(stays.path)).status).toBe(404))
  })

  it('comes with a new password of its maker, also in another process, and without an open session', async () => {
    const password = 'correct horse battery'
    const maker = await who('maker', { type: 'manager', locations: ['fct'], password })
    const [{ id, path }, kept] = [await made({ location: 'fct' }, maker), await made()]
    const other = await another()
    for (const at of [clinic, other]) expect((await fetched(path, { at })).status).toBe(200)
    const { pool } = clinic.database
    await pool.query('DELETE FROM sessions WHERE staff_id = $1', [maker.id])
    const changing = { now: clinic.clock.now, clinic: clinicConfig }
    await resetAccountPassword(pool, 'maker', 'seven quiet herons at noon', changing)
    for (const at of [clinic, other])
      await vi.waitFor(async () => expect((await fetched(path, { at })).status).toBe(404))
    expect((await fetched(kept.path)).status).toBe(200)
    const { rows } = await pool.query(
      `SELECT staff_id, subject_id, details FROM audit_log WHERE action = 'feed.ended'`,
    )
    expect(rows).toEqual([{ staff_id: null, subject_id: id, details: { name: 'fct', by: 'operator' } }])
  })

  it('is noticed at the fetch too, however the rights were changed', async () => {
    const maker = await manager()
    const { path } = await made({ location: 'fct' }, maker)
    await clinic.database.pool.query(`UPDATE staff SET locations = '{lag}' WHERE id = $1`, [maker.id])
    expect((await fetched(path)).status).toBe(404)
  })
})

describe('the right to create a feed', () => {
  it('belongs to a manager at own locations and to a doctor for the own column, and to no one else', async () => {
    const [by, musa] = [await manager(), await doctor()]
    const status = async (body: object, who: { id: string; bearer: Bearer }) =>
      (await asked(body, who)).status
    expect(await status({ location: 'Abuja' }, by)).toBe(201)
    expect(await status({ doctorId: 'fct-okafor' }, by)).toBe(201)
    expect(await status({ location: 'lag' }, by)).toBe(403)
    expect(await status({ doctorId: 'lag-adeyemi' }, by)).toBe(403)
    expect(await status({ doctorId: 'fct-musa', names: true }, musa)).toBe(201)
    expect(await status({ doctorId: 'fct-okafor' }, musa)).toBe(403)
    expect(await status({ location: 'fct' }, musa)).toBe(403)
    for (const type of ['reception', 'staff'] as const) {
      expect(await status({ location: 'fct' }, await who(type, { type, locations: ['fct'] }))).toBe(403)
    }
  })

  it.each([
    [{}, 'location'],
    [{ location: 'fct', doctorId: 'fct-musa' }, 'location'],
    [{ location: 'all' }, 'location'],
    [{ location: 'nowhere' }, 'location'],
    [{ doctorId: 'nobody' }, 'doctorId'],
    [{ location: 'fct', names: 'yes' }, 'names'],
  ])('excludes %j', async (body, field) => {
    const answer = await asked(body)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]])
  })

  it('includes listing and revoking every feed within reach, whoever created it', async () => {
    const [by, musa] = [await manager(), await doctor()]
    const all = await made({ location: 'lag' })
    const own = await made({ doctorId: 'fct-musa' }, musa)
    const theirs = await made({ location: 'fct', names: true }, by)
    const ids = async (who: typeof admin) => (await list(who)).map(({ id }) => id).sort()
    expect(await ids(admin)).toEqual([all.id, own.id, theirs.id].sort())
    expect(await ids(by)).toEqual([own.id, theirs.id].sort())
    expect(await ids(musa)).toEqual([own.id])
    expect((await list(by)).find(({ id }) => id === theirs.id)).toEqual({
      id: theirs.id,
      location: 'fct',
      doctor: null,
      locations: ['fct'],
      names: true,
      madeBy: expect.stringContaining('Obi'),
      isOwn: true,
      madeAt: '2030-03-04T07:00:00+01:00',
      lastFetchedAt: null,
    })
    expect((await revoke(theirs.id, musa)).status).toBe(404)
    expect((await revoke(all.id, by)).status).toBe(404)
    expect((await revoke(own.id, by)).status).toBe(200)
    expect((await fetched(own.path)).status).toBe(404)
  })

  it('needs a recent proof, and the audit trail records the new feed', async () => {
    const { id } = await made({ location: 'fct', names: true })
    clinic.clock.now = new Date('2030-03-04T07:11:00+01:00')
    expect(await asked({ location: 'fct' })).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_required' },
    })
    await revoke(id)
    const { rows } = await clinic.database.pool.query(
      `SELECT action, details FROM audit_log WHERE subject_kind = 'feed' ORDER BY at, id`,
    )
    expect(rows).toEqual([
      {
        action: 'feed.made',
        details: { name: 'fct', location: 'fct', doctorId: null, locations: ['fct'], names: true },
      },
      { action: 'feed.revoked', details: { name: 'fct' } },
    ])
  })

  it('is limited to 50 feeds', async () => {
    await clinic.database.pool.query(
      `INSERT INTO calendar_feeds (token_hash, location, locations, names, made_by, made_at)
       SELECT n::text, 'fct', '{fct}', false, $1, now() FROM generate_series(2, ${FEEDS_PER_PERSON}) n`,
      [admin.id],
    )
    const { id } = await made()
    expect((await asked({ location: 'fct' })).status).toBe(429)
    await revoke(id)
    await made()
  })
})

it('the list shows when a feed was last fetched, by a program that got 304 as well', async () => {
  const { id, path } = await made()
  const tag = await tagOf(path)
  clinic.clock.now = new Date('2030-03-04T07:20:00+01:00')
  expect((await fetched(path, { tag })).status).toBe(304)
  expect(await list()).toMatchObject([{ id, lastFetchedAt: '2030-03-04T07:20:00+01:00' }])
})

describe('a feed’s address', () => {
  it('cannot be guessed more than 20 times an hour, and failures block no valid one', async () => {
    await restart({ limits: true })
    const { path } = await made()
    const guess = async (caller: string) =>
      (await fetched(`/calendar/${'A'.repeat(43)}.ics`, { caller })).status
    for (let i = 0; i < 20; i++) expect(await guess('10.0.0.9')).toBe(404)
    expect(await guess('10.0.0.9')).toBe(429)
    expect((await fetched(path, { caller: '10.0.0.9' })).status).toBe(200)
  })

  it.each([
    '/calendar/x.ics',
    '/calendar',
    '/calendar/',
    `/calendar/${'A'.repeat(43)}`,
    `/calendar/a/${'A'.repeat(43)}.ics`,
  ])('answers %s like any unknown address', async (path) => {
    const answer = await fetched(path)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      "This calendar doesn't exist.",
    ])
  })

  it('reads the database at most 120 times an hour, however often it is fetched', async () => {
    await restart({ limits: true })
    const { path } = await made()
    const statuses = new Set<number>()
    for (let i = 0; i < 121; i++) statuses.add((await fetched(path)).status)
    expect([...statuses]).toEqual([200, 429])
  })

  it('has its token in no log line and in no metric', async () => {
    const logged: string[] = []
    await restart({ logged, metricsToken: 'metrics', limits: true })
    const { path } = await made()
    await fetched(path)
    await fetched(path, { tag: await tagOf(path) })
    const wrong = `/calendar/${'B'.repeat(43)}.ics`
    await fetched(wrong)
    const metrics = await clinic.app.request('/metrics', { headers: { authorization: 'Bearer metrics' } })
    const text = `${logged.join('\n')}${await metrics.text()}`
    expect(text).toContain('/calendar/:file')
    for (const address of [path, wrong]) expect(text).not.toContain(address.slice(10, 53))
  })
})

it('a feed notices all changes when the server loses single events, as after many at once', async () => {
  const ids = await Promise.all(
    ['10:00', '10:30', '11:00'].map((start_time, i) => booked({ start_time, surname: `P${'abc'[i]}` })),
  )
  const { path } = await made({ doctorId: 'fct-musa' })
  const tag = await tagOf(path)
  await clinic.database.pool.query(`UPDATE appointments SET status = 'confirmed', version = 2`)
  expect((await fetched(path, { tag })).status).toBe(304)
  await notify(
    clinic.database.pool,
    ...ids.map(
      (id) => ({ type: 'appointment', change: 'changed', id, location: 'fct', version: 2 }) as const,
    ),
  )
  await vi.waitFor(async () => expect((await fetched(path, { tag })).status).toBe(200))
  expect((await visits(path)).map(({ status }) => status)).toEqual(Array(3).fill('CONFIRMED'))
})
