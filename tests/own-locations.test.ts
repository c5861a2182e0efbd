import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import clinicConfig from '../clinic.config.ts'
import type { Appointment } from '../contract/appointments.ts'
import type { Blocker } from '../contract/blockers.ts'
import type { LiveEvent } from '../contract/events.ts'
import type { Notifications } from '../contract/notifications.ts'
import { type RightsHolder, reachesVisit, reachOf } from '../domain/rights.ts'
import { STAFF_TYPES } from '../domain/staff.ts'
import { notify } from '../server/platform/events/channel.ts'
import { watch } from '../server/platform/events/watch.fixture.ts'
import { startClinic } from './support/clinic.ts'

/*
 * Staff never get a row, a count, an event or a notification of a location, or of a column, that is not their own: for
 * random staff with random locations, on every way out of the server.
 */

type Row = { id: string; location: string; doctorId: string; reference: string }
const LOCATIONS = clinicConfig.locations.map(({ code }) => code)
const DAY = '2030-03-05'

let clinic: Awaited<ReturnType<typeof startClinic>>
let stored: Row[]
let blockers: { id: string; location: string | null }[]

beforeAll(async () => {
  clinic = await startClinic()
  for (const location of LOCATIONS) {
    for (const start_time of ['10:00', '10:30', '11:00']) await clinic.book({ location, start_time })
  }
  const { pool } = clinic.database
  const { rows } = await pool.query<Row>(
    `SELECT id, location, doctor_id AS "doctorId", reference FROM appointments`,
  )
  stored = rows
  const admin = await clinic.signedIn({ username: 'boss' })
  for (const location of [...LOCATIONS, null]) {
    const blocker = { description: `Closed ${location}`, type: 'Weekly', recurringDays: [0], location }
    await clinic.call('POST', '/api/blockers', blocker, admin.bearer)
  }
  blockers = (await pool.query(`SELECT id, location FROM blockers`)).rows
})
afterAll(() => clinic[Symbol.asyncDispose]())

const holders: fc.Arbitrary<RightsHolder> = fc
  .record({
    type: fc.constantFrom(...STAFF_TYPES),
    locations: fc.subarray(LOCATIONS, { minLength: 1 }),
    doctor: fc.constantFrom(...clinicConfig.doctors),
  })
  .map(({ type, locations, doctor }) => ({
    type,
    locations: locations as string[],
    doctorId: type === 'doctor' ? doctor.id : null,
  }))

let made = 0
const signedIn = (holder: RightsHolder) => clinic.signedIn({ ...holder, username: `u${made++}` })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

it('a read returns only the reader’s own locations', async () => {
  await fc.assert(
    fc.asyncProperty(holders, async (holder) => {
      const { bearer } = await signedIn(holder)
      const reach = reachOf(holder, 'book.read')
      const ask = (method: string, path: string, body?: unknown) =>
        clinic.call(method, `/api${path}`, body, bearer)
      if (!reach) {
        expect((await ask('POST', '/appointments/all')).status).toBe(403)
        return
      }
      const own = stored.filter((row) => reachesVisit(reach, row))

      for (const question of ['?limit=100', `?from=${DAY}&to=${DAY}&all=1`, '?limit=1']) {
        const { body } = await ask('POST', `/appointments/all${question}`, {})
        const rows = body.data as Appointment[]
        if (question !== '?limit=1') expect(ids(rows)).toEqual(ids(own))
        expect(body.paging).toMatchObject({ total: own.length })
      }
      for (const location of LOCATIONS) {
        const { status, body } = await ask('POST', `/appointments/${location}?limit=100`, {})
        if (reach.locations !== null && !reach.locations.includes(location)) {
          expect([status, body.code]).toEqual([403, 'forbidden'])
        } else {
          expect(ids(body.data as Appointment[])).toEqual(ids(own.filter((row) => row.location === location)))
        }
      }
      const found = await ask('POST', '/appointments/all?limit=100', { search: 'Obi' })
      expect(ids(found.body.data as Appointment[])).toEqual(ids(own))
      expect(found.body.paging).toMatchObject({ total: own.length })

      for (const row of stored) {
        const status = reachesVisit(reach, row) ? 200 : 404
        expect((await ask('GET', `/appointments/${row.id}`)).status).toBe(status)
      }
      const bell = (await ask('GET', '/notifications')).body.data as Notifications
      expect(ids(bell.items)).toEqual(ids(own))

      const listed = (await ask('GET', '/blockers?limit=100')).body
      const counting = blockers.filter(
        ({ location }) => location === null || reach.locations === null || reach.locations.includes(location),
      )
      expect(ids(listed.data as Blocker[])).toEqual(ids(counting))
      expect(listed.paging).toMatchObject({ total: counting.length })
    }),
    { numRuns: 25, seed: 18, examples: [[{ type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' }]] },
  )
})

it('an export has only the rows of the reader’s own locations', async () => {
  const exported = async (holder: RightsHolder, location: string) => {
    const { bearer } = await signedIn(holder)
    const headers = { ...bearer, 'content-type': 'application/json' }
    const path = `/api/appointments/${location}/export`
    const response = await clinic.app.request(path, { method: 'POST', headers }, {})
    return { status: response.status, text: await response.text() }
  }
  const manager: RightsHolder = { type: 'manager', locations: ['fct', 'lag'], doctorId: null }
  const { text } = await exported(manager, 'all')
  for (const { reference, location } of stored) expect(text.includes(reference)).toBe(location !== 'phc')
  expect(await exported(manager, 'phc')).toMatchObject({ status: 403 })
  expect(await exported({ ...manager, type: 'reception' }, 'fct')).toMatchObject({ status: 403 })
})

it('events cover one’s own locations, for doctors their own column, and less from one right to the next', async () => {
  const { pool } = clinic.database
  const people: RightsHolder[] = [
    { type: 'admin', locations: ['lag'], doctorId: null },
    { type: 'manager', locations: ['lag', 'fct'], doctorId: null },
    { type: 'reception', locations: ['fct'], doctorId: null },
    { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' },
  ]
  const streams = await Promise.all(
    people.map(async (holder) => {
      const { bearer, id } = await signedIn(holder)
      return { holder, id, stream: await watch(clinic.app, bearer) }
    }),
  )
  const events: LiveEvent[] = [
    ...stored.map(({ id, location }) => ({
      type: 'appointment' as const,
      change: 'changed' as const,
      id,
      location,
      version: 2,
    })),
    ...blockers.map(({ id, location }) => ({ type: 'blocker' as const, id, location })),
  ]
  // Everybody's, so that each stream has an end to read up to.
  const end = { type: 'blocker' as const, id: 'end', location: null }
  await notify(pool, ...events, end)
  for (const { holder, stream } of streams) {
    const reach = reachOf(holder, 'book.read')!
    const own = events.filter((event) => {
      if (event.type === 'blocker') {
        return (
          event.location === null || reach.locations === null || reach.locations.includes(event.location!)
        )
      }
      return reachesVisit(reach, stored.find(({ id }) => id === event.id)!)
    })
    expect(await stream.changes(own.length + 1)).toEqual([...own, end])
  }

  const [, manager] = streams
  await pool.query(`UPDATE staff SET locations = '{phc}' WHERE id = $1`, [manager!.id])
  await notify(pool, ...events, end)
  const left = await manager!.stream.changes(stored.filter(({ location }) => location === 'phc').length + 3)
  expect(
    left
      .filter(({ type }) => type === 'appointment')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids(stored.filter(({ location }) => location === 'phc')))
  await Promise.all(streams.map(({ stream }) => stream.leave()))
})

describe('outside of their own locations', () => {
  const reception: RightsHolder = { type: 'reception', locations: ['lag'], doctorId: null }
  const manager: RightsHolder = { ...reception, type: 'manager' }

  it('staff cannot tell an appointment from one that does not exist, nor change it', async () => {
    const { bearer } = await signedIn(reception)
    const row = stored.find(({ location }) => location === 'fct')!
    const change = (id: string) => clinic.call('PATCH', `/api/appointments/${id}`, { isOpen: false }, bearer)
    const [elsewhere, nowhere] = [await change(row.id), await change('00000000-0000-4000-8000-000000000000')]
    expect(elsewhere.status).toBe(404)
    expect(elsewhere.body).toEqual(nowhere.body)
    const { rows } = await clinic.database.pool.query(`SELECT status FROM appointments WHERE id = $1`, [
      row.id,
    ])
    expect(rows).toEqual([{ status: 'open' }])
  })

  it('a doctor changes nothing', async () => {
    const doctor = stored.find(({ location }) => location === 'fct')!
    const { bearer } = await signedIn({ type: 'doctor', locations: ['fct'], doctorId: doctor.doctorId })
    expect(
      await clinic.call('PATCH', `/api/appointments/${doctor.id}`, { isOpen: false }, bearer),
    ).toMatchObject({ status: 403, body: { data: { rightsVersion: 1 } } })
  })

  it.each(['fct', null])('a manager of lag adds, changes and removes no blocker of %s', async (location) => {
    const { bearer } = await signedIn(manager)
    const blocker = { description: 'Closed', type: 'Weekly', recurringDays: [1] }
    expect(await clinic.call('POST', '/api/blockers', { ...blocker, location }, bearer)).toMatchObject({
      status: 403,
    })
    const there = blockers.find((each) => each.location === location)!
    const status = location === null ? 403 : 404
    const moved = { ...blocker, location: 'lag' }
    expect(await clinic.call('PUT', `/api/blockers/${there.id}`, moved, bearer)).toMatchObject({ status })
    expect(await clinic.call('DELETE', `/api/blockers/${there.id}`, undefined, bearer)).toMatchObject({
      status,
    })
    const query = 'type=Weekly&recurringDays=2'
    const preview = await clinic.call(
      'GET',
      `/api/blockers/preview?${query}&location=${location ?? ''}`,
      undefined,
      bearer,
    )
    expect(preview.status).toBe(403)
  })

  it('a preview counts the appointments of the own location alone', async () => {
    const { bearer } = await signedIn(manager)
    // Tuesdays, which is when all of them are.
    const query = 'type=Weekly&recurringDays=2&location=lag'
    const { body } = await clinic.call('GET', `/api/blockers/preview?${query}`, undefined, bearer)
    expect(body.data).toMatchObject({ appointments: { total: 3 } })
  })
})
