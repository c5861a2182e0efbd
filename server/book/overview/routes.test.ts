import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Overview } from '../../../contract/overview.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { countDays, forgetChangedDays } from './count-days.ts'

/* Monday 4 March 2030, 07:00 in the clinic, which is open from 9 to 17. */
const TUESDAY = '2030-03-05'
let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: Record<string, string>
beforeEach(async () => {
  clinic = await startClinic()
  bearer = (await clinic.signedIn()).bearer
})
afterEach(() => clinic[Symbol.asyncDispose]())

const ask = (query: Record<string, string> = {}, headers = bearer) =>
  clinic.call(
    'GET',
    `/api/overview?${new URLSearchParams({ from: TUESDAY, to: TUESDAY, ...query })}`,
    undefined,
    headers,
  )
const overview = async (query: Record<string, string> = {}, headers = bearer) =>
  (await ask(query, headers)).body.data as Overview
const booked = ({ days }: Overview) => days.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0)

describe('GET /overview', () => {
  it('is limited to holders of the right and to their own locations', async () => {
    await clinic.book({ location: 'lag' })
    await clinic.book()
    for (const type of ['reception', 'doctor', 'staff'] as const) {
      const { bearer } = await clinic.signedIn({
        username: type,
        type,
        locations: ['fct'],
        doctorId: type === 'doctor' ? 'fct-musa' : null,
      })
      expect((await ask({}, bearer)).status).toBe(403)
    }
    const { bearer: manager } = await clinic.signedIn({
      username: 'manager',
      type: 'manager',
      locations: ['fct'],
    })
    expect((await overview()).totals.visits).toBe(2)
    const own = await overview({}, manager)
    expect(own.totals.visits).toBe(1)
    expect(own.noShows.byLocation.map(({ key }) => key)).toEqual(['fct'])
    expect(own.days.every(({ doctorId }) => doctorId.startsWith('fct-'))).toBe(true)
    expect((await ask({ location: 'lag' }, manager)).status).toBe(403)
  })

  it.each([
    [{ from: '2030-01-01', to: '2030-04-02' }, 200],
    [{ from: '2030-01-01', to: '2030-04-03' }, 400],
    [{ from: '2028-03-03', to: '2028-03-04' }, 200],
    [{ from: '2028-03-02', to: '2028-03-04' }, 400],
    [{ from: '2031-03-04', to: '2031-03-05' }, 200],
    [{ from: '2031-03-04', to: '2031-03-06' }, 400],
    [{ from: '2030-03-06' }, 400],
    [{ to: '2030-02-30' }, 400],
    [{ location: 'paris' }, 400],
    [{ location: ' Abuja ' }, 200],
  ])('answers %o with %d', async (query, status) => {
    const answer = await ask(query as Record<string, string>)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('shows the opening hours of a clinic without appointments, and nothing else', async () => {
    const { days, doctors, ...rest } = await overview({ location: 'fct' })
    const empty = {
      date: TUESDAY,
      openMinutes: 480,
      bookedMinutes: 0,
      blockedMinutes: 0,
      freeMinutes: 480,
      doneMinutes: 0,
    }
    expect(days).toEqual(
      ['fct-danjuma', 'fct-musa', 'fct-okafor'].map((doctorId) => ({ ...empty, doctorId })),
    )
    expect(doctors).toHaveLength(3)
    expect(rest).toMatchObject({
      noShows: { byWeek: [], byLocation: [], byChannel: [], byReminded: [], byConfirmed: [] },
      messages: [],
      hours: [],
      answers: { yes: 0, no: 0, call: 0, none: 0 },
      totals: { visits: 0, cancelled: 0, moved: 0, walkIns: 0, freeAheadMinutes: 3 * 480 },
    })
    expect(rest.ahead.every(({ visits }) => visits === 0)).toBe(true)
  })

  it('counts today’s free slots from this minute on', async () => {
    await clinic.book({ appointment_date: '2030-03-04', start_time: '16:30', doctor_id: 'fct-musa' })
    clinic.clock.now = new Date('2030-03-04T15:59:30+01:00')
    const { bearer: later } = await clinic.signedIn({ username: 'later' })
    const { totals, days } = await overview({ location: 'fct', from: '2030-03-04', to: '2030-03-04' }, later)
    // Of the hour that is left to each of three, half an hour of one is taken; the day's own free minutes stay.
    expect(totals.freeAheadMinutes).toBe(3 * 60 - 30)
    expect(days.map(({ freeMinutes }) => freeMinutes)).toEqual([480, 450, 480])
  })

  it('adds up to the numbers of the list', async () => {
    for (const start_time of ['09:00', '10:00', '10:30']) await clinic.book({ start_time })
    const path = `/api/appointments/fct?from=${TUESDAY}&to=${TUESDAY}&all=1`
    const rows = (await clinic.call('POST', path, {}, bearer)).body.data as Appointment[]
    const minutes = rows.reduce((sum, { duration }) => sum + duration, 0)
    const counted = await overview({ location: 'fct' })
    expect([booked(counted), counted.totals.visits]).toEqual([minutes, rows.length])
  })

  it('includes every change that was under way during the count', async () => {
    const { pool } = clinic.database
    await clinic.book()
    expect(booked(await overview())).toBe(30)
    await inTransaction(pool, async (client) => {
      await client.query(`UPDATE appointments SET ends_at = starts_at + interval '50 minutes'`)
      await clinic.book({ start_time: '12:00', email: 'o@example.com', phone_number: '08031230000' })
      // Counted again, and the day is stored, before the change is there.
      expect(booked(await overview())).toBe(60)
    })
    expect(booked(await overview())).toBe(80)
  })

  it('counts days again in another time zone, and after the counts were deleted', async () => {
    await clinic.book({ start_time: '09:00' })
    expect((await overview()).hours).toEqual([{ weekday: 2, hour: 9, visits: 1 }])
    await forgetChangedDays(clinic.database.pool, 'Africa/Lagos')
    expect(booked(await overview())).toBe(30)
    await countDays(clinic.database.pool, { from: TUESDAY, to: TUESDAY, timeZone: 'America/New_York' })
    const { rows } = await clinic.database.pool.query(`SELECT key FROM overview_counts WHERE about = 'hour'`)
    expect(rows).toEqual([{ key: '3' }])
  })
})
