import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment } from '../../../contract/appointments.ts'
import type { DayAvailability } from '../../../contract/availability.ts'
import type { OpeningHours } from '../../../domain/clinic.ts'
import { isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { validBooking } from '../../../tests/support/clinic.ts'
import { visitsIn } from '../../integrations/feeds/feeds.fixture.ts'
import { startFhir } from '../../integrations/fhir/fhir.fixture.ts'

const NIGHT: OpeningHours = Array(7).fill([{ from: '00:00', to: '05:00' }])
const DOCTOR = 'fct-musa'

/** A clinic of another zone that is open at night, two days before a night. */
function openAtNight(timeZone: string, date: string) {
  const locations = clinicConfig.locations.map((location) => ({ ...location, openingHours: NIGHT }))
  const doctors = clinicConfig.doctors.map(({ openingHours: _, ...doctor }) => doctor)
  const now = isoWithOffset(new Date(toInstant(date, '12:00', timeZone).getTime() - 2 * 86_400_000), timeZone)
  return startFhir({ now, clinic: { timeZone, locations, doctors } })
}
type Night = Awaited<ReturnType<typeof openAtNight>>

const timesOf = async (clinic: Night, date: string) => {
  const query = new URLSearchParams({ location: 'fct', from: date, to: date, doctorId: DOCTOR })
  const { body } = await clinic.call('GET', `/api/availability?${query}`)
  return (body.data as DayAvailability[])[0]?.slots ?? []
}
const slotsOf = async (clinic: Night, date: string) => {
  const slots = await clinic.found(`Slot?schedule=Schedule/${DOCTOR}.fct&start=ge${date}&_count=100`)
  return slots
    .map((slot) => String((slot as { start?: string }).start))
    .filter((start) => start.startsWith(date))
}
const atDesk = (clinic: Night, date: string, more: object) =>
  clinic.call(
    'POST',
    '/api/appointments/desk',
    {
      location: 'fct',
      appointment_date: date,
      channel: 'phone',
      doctor: DOCTOR,
      patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '08035550101' },
      ...more,
    },
    { ...clinic.admin.bearer, 'idempotency-key': randomUUID() },
  )
const feedOf = async (clinic: Night) => {
  const made = await clinic.call('POST', '/api/feeds', { location: 'fct' }, clinic.admin.bearer)
  const { path } = made.body.data as { path: string }
  return visitsIn(await (await clinic.app.request(path)).text())
}
const WITH_DOCTOR = { ...validBooking, doctor_id: DOCTOR, service_id: undefined, serviceText: 'Tooth Pain' }
const SKIPPED = "The clocks go forward that night, so this time doesn't exist. Please choose another."
const STARTS = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30', '04:00', '04:30']

describe.each([
  ['Europe/Berlin', '2030-03-31', '+01:00', '+02:00'],
  ['America/Los_Angeles', '2030-03-10', '-08:00', '-07:00'],
  ['Pacific/Auckland', '2030-09-29', '+12:00', '+13:00'],
])('where the clocks of %s go forward on %s', (zone, date, before, after) => {
  it('a skipped time is never offered, booked or chosen for a move, and the times beside it are right everywhere', async () => {
    await using clinic = await openAtNight(zone, date)
    const expected = STARTS.filter((time) => !time.startsWith('02:'))
    expect(await timesOf(clinic, date)).toEqual(expected)
    const starts = expected.map((time) => `${date}T${time}:00${time < '02:00' ? before : after}`)
    expect(await slotsOf(clinic, date)).toEqual(starts)

    const patient = (start_time: string) =>
      clinic.book({ ...WITH_DOCTOR, appointment_date: date, start_time })
    expect(await patient('02:30')).toMatchObject({
      status: 400,
      body: { errors: { start_time: expect.any(String) } },
    })
    expect((await patient('03:00')).status).toBe(201)

    const over = { override: { reason: 'Early', over: ['closed'] } }
    for (const more of [
      { start_time: '02:30' },
      { start_time: '02:30', ...over },
      { start_time: '01:45', minutes: 30, ...over },
    ])
      expect(await atDesk(clinic, date, more)).toMatchObject({
        status: 400,
        body: { errors: { start_time: SKIPPED } },
      })
    const booked = await atDesk(clinic, date, { start_time: '01:30' })
    const row = booked.body.data as Appointment
    expect([row.appointment_date, Date.parse(row.end ?? '') - Date.parse(row.appointment_date)]).toEqual([
      `${date}T01:30:00${before}`,
      1_800_000,
    ])
    const move = {
      move: { appointment_date: date, start_time: '02:00', location: 'fct' },
      version: row.version,
    }
    expect(
      await clinic.call('PATCH', `/api/appointments/${row.id}`, move, clinic.admin.bearer),
    ).toMatchObject({
      status: 400,
      body: { errors: { start_time: SKIPPED } },
    })
    expect((await feedOf(clinic)).map(({ start }) => start)).toEqual(
      [`${date}T01:30:00${before}`, `${date}T03:00:00${after}`].map((at) => new Date(at).toISOString()),
    )
  })

  it('a blocker of each day blocks only what remains of its hours', async () => {
    await using clinic = await openAtNight(zone, date)
    const daily = {
      type: 'Daily',
      description: 'Cleaning',
      startDateTime: isoWithOffset(toInstant('2030-01-01', '02:30', zone), zone),
      endDateTime: isoWithOffset(toInstant('2030-01-01', '03:30', zone), zone),
      location: 'fct',
    }
    expect((await clinic.call('POST', '/api/blockers', daily, clinic.admin.bearer)).status).toBe(201)
    expect(await timesOf(clinic, date)).toEqual(
      STARTS.filter((time) => !time.startsWith('02:') && time !== '03:00'),
    )
  })
})

describe.each([
  ['Europe/Berlin', '2030-10-27', '02:30', '+02:00'],
  ['America/Los_Angeles', '2030-11-03', '01:30', '-07:00'],
  ['Pacific/Auckland', '2030-04-07', '02:30', '+13:00'],
])('where the clocks of %s go back on %s', (zone, date, twice, offset) => {
  it('a time that occurs twice is offered and booked once, as the first of the two', async () => {
    await using clinic = await openAtNight(zone, date)
    expect(await timesOf(clinic, date)).toEqual(STARTS)
    expect(await slotsOf(clinic, date)).toContain(`${date}T${twice}:00${offset}`)
    expect(await slotsOf(clinic, date)).toHaveLength(STARTS.length)
    const { status } = await clinic.book({ ...WITH_DOCTOR, appointment_date: date, start_time: twice })
    expect(status).toBe(201)
    expect(await timesOf(clinic, date)).toEqual(STARTS.filter((time) => time !== twice))
    const [visit] = await feedOf(clinic)
    expect(visit?.start).toBe(new Date(`${date}T${twice}:00${offset}`).toISOString())
    expect(Date.parse(visit?.end ?? '') - Date.parse(visit?.start ?? '')).toBe(1_800_000)
    expect((await atDesk(clinic, date, { start_time: twice })).status).toBe(409)
  })
})

it.each([
  ['Africa/Lagos', '2030-03-31', '+01:00'],
  ['Asia/Kathmandu', '2030-03-31', '+05:45'],
])('a night in %s, where clocks never change, has each time once', async (zone, date, offset) => {
  await using clinic = await openAtNight(zone, date)
  expect(await timesOf(clinic, date)).toEqual(STARTS)
  expect(await slotsOf(clinic, date)).toEqual(STARTS.map((time) => `${date}T${time}:00${offset}`))
})
