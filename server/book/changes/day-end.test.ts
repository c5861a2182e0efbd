import { describe, expect, it } from 'vitest'
import type { Appointment, AppointmentDetails } from '../../../contract/appointments.ts'
import type { LateVisits } from '../../../contract/desk.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'

/* Today is Monday 4 March 2030, 07:00 in the clinic. */
const desk = clinicWithDesk()
const TODAY = { appointment_date: '2030-03-04' }

describe('a late doctor', () => {
  const late = (more: object = {}) =>
    desk.clinic.call(
      'POST',
      '/api/appointments/late',
      { location: 'fct', doctorId: 'fct-musa', minutes: 20, ...more },
      desk.bearer,
    )

  it('has a list of today’s remaining patients, with a text in their language', async () => {
    const [gone, there, next, german, other, tomorrow] = [
      await desk.web({ ...TODAY, start_time: '09:00' }),
      await desk.web({ ...TODAY, start_time: '10:00' }),
      await desk.web({ ...TODAY, start_time: '10:30' }),
      await desk.web({ ...TODAY, start_time: '11:00', language: 'gr' }),
      await desk.web({ ...TODAY, start_time: '10:30', doctor_id: 'fct-okafor' }),
      await desk.web({ appointment_date: '2030-03-05' }),
    ]
    desk.at('09:50')
    await desk.change(there, { visit: 'arrived' })
    const { status, body } = await late()
    expect(status).toBe(200)
    const list = body.data as LateVisits
    expect(list.map(({ id }) => id)).toEqual([next, german])
    expect([gone, other, tomorrow].some((id) => list.some((one) => one.id === id))).toBe(false)
    expect(list[0]).toMatchObject({
      appointment_date: '2030-03-04T10:30:00+01:00',
      expected: '2030-03-04T10:50:00+01:00',
      name: 'Ada Obi',
      phone_number: '08031230003',
      phone: '+2348031230003',
      reachable: true,
      text: expect.stringContaining(
        'Dr. Ibrahim Musa is running late today. Your 10:30 AM appointment will start at about 10:50 AM.',
      ),
    })
    expect(list[1]?.text).toContain('Ihr Termin um 11:00 beginnt voraussichtlich gegen 11:20.')
  })

  it.each([
    [{ doctorId: 'lag-bello' }, 400],
    [{ minutes: 0 }, 400],
    [{ location: 'lag', doctorId: 'lag-bello' }, 403],
  ])('with %o is refused: %i', async (more, status) => expect(await late(more)).toMatchObject({ status }))
})

describe('appointments without an outcome', () => {
  const without = async (query = '') => {
    const answer = await desk.clinic.call(
      'GET',
      `/api/appointments/without-outcome?${query}`,
      undefined,
      desk.bearer,
    )
    return { ...answer, ids: (answer.body.data as Appointment[] | undefined)?.map(({ id }) => id) }
  }

  it('are those of today that are over, until somebody records the outcome', async () => {
    const [first, second, coming] = [
      await desk.web({ ...TODAY, start_time: '09:00' }),
      await desk.web({ ...TODAY, start_time: '09:30' }),
      await desk.web({ ...TODAY, start_time: '12:00' }),
    ]
    desk.at('10:00')
    expect(await without()).toMatchObject({ ids: [first, second], body: { paging: { total: 2 } } })
    await desk.change(first, { visit: 'done' })
    await desk.change(second, { visit: 'in_chair' })
    expect((await without('location=fct')).ids).toEqual([second])
    await desk.change(second, { visit: 'done' })
    expect((await without()).ids).toEqual([])
    desk.at('09:00', '06')
    await desk.as({ type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' })
    expect((await without()).ids).toEqual([])
    expect((await without('from=2030-03-04')).ids).toEqual([coming])
    await desk.as({ type: 'reception', locations: ['fct'] })
    desk.at('16:00', '05')
    const [early, late] = [
      await desk.web({ appointment_date: '2030-03-05', start_time: '16:30' }),
      await desk.web({ appointment_date: '2030-03-06', start_time: '09:00' }),
    ]
    desk.at('09:00', '07')
    await desk.as({ type: 'reception', locations: ['fct'] })
    // The last day first.
    expect((await without('from=2030-03-04&limit=2')).ids).toEqual([late, early])
    await desk.as({ type: 'doctor', locations: ['fct'], doctorId: 'fct-okafor' })
    expect((await without('from=2030-03-04')).ids).toEqual([])
    expect(await without('from=2030-01-01')).toMatchObject({ status: 400 })
  })
})

it('no-shows are counted, by name and contact', async () => {
  const ada = { email: 'ada@example.com', phone_number: '08031234567' }
  const missed = await desk.web({ ...TODAY, ...ada, start_time: '09:00' })
  const sister = await desk.web({ ...TODAY, ...ada, surname: 'Ify', start_time: '09:30' })
  const next = await desk.web({ ...ada, other_names: 'OBI' })
  desk.at('10:00')
  await desk.change(missed, { visit: 'no_show' })
  await desk.change(sister, { visit: 'no_show' })
  const noShows = async (id: string) => ((await desk.row(id)) as AppointmentDetails).patient.noShows
  expect(await Promise.all([missed, sister, next].map(noShows))).toEqual([1, 1, 1])
  await desk.change(missed, { visit: null })
  expect(await noShows(next)).toBe(0)
})
