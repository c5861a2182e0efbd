import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment } from '../../../contract/appointments.ts'
import type { DayAvailability } from '../../../contract/availability.ts'
import type { OpeningHours } from '../../../domain/clinic.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { currentBlockers } from '../blocked/current.ts'
import { syncCatalog } from '../catalog/sync.ts'
import { book, type NewBooking } from './book.ts'

const day = [{ from: '09:00', to: '17:00' }]
const morning = [{ from: '09:00', to: '12:00' }]
const OFF: OpeningHours = [[], [], [], [], [], [], []]
/** Abuja but for Wednesdays, which are Lagos's. */
const OKAFOR = {
  fct: OFF.map((_, weekday) => ([1, 2, 4].includes(weekday) ? day : [])),
  lag: OFF.map((_, weekday) => (weekday === 3 ? morning : [])),
}
const settings = {
  doctors: clinicConfig.doctors.map((doctor) =>
    doctor.id === 'fct-okafor' ? { ...doctor, openingHours: OKAFOR } : doctor,
  ),
  services: [
    ...clinicConfig.services,
    { id: 'extraction', name: 'Extraction', type: 'procedure' as const, minutes: 45 },
    {
      id: 'aligners',
      name: 'Aligners',
      type: 'procedure' as const,
      minutes: 120,
      doctors: ['fct-okafor', 'fct-musa'],
    },
    { id: 'sedation', name: 'Sedation', type: 'procedure' as const, doctors: ['phc-amadi'] },
  ],
}
const TUESDAY = '2030-03-05'
const WEDNESDAY = '2030-03-06'

let clinic: Awaited<ReturnType<typeof startClinic>>
let headers: { authorization: string }
beforeAll(async () => {
  clinic = await startClinic({ clinic: settings })
  await syncCatalog(clinic.database.pool, settings)
  headers = { authorization: `Bearer ${(await clinic.signedIn()).token}` }
})
afterAll(() => clinic[Symbol.asyncDispose]())

const aligners = { appointmentType: 'procedure', service_id: 'aligners', serviceText: 'Aligners' } as const
const extraction = { appointmentType: 'procedure', service_id: 'extraction', serviceText: '' } as const
const rows = async (date: string, location = 'fct') => {
  const path = `/api/appointments/${location}?from=${date}&to=${date}&all=1`
  return (await clinic.call('POST', path, {}, headers)).body.data as Appointment[]
}
const slots = async (query: Record<string, string>) => {
  const asked = new URLSearchParams({ location: 'fct', from: TUESDAY, to: TUESDAY, ...query })
  const { body } = await clinic.call('GET', `/api/availability?${asked}`)
  return (body.data as DayAvailability[])[0]?.slots ?? []
}

describe('a service of its own length', () => {
  it('is booked as long as it takes, whether a body says the default, the length or nothing', async () => {
    for (const [start_time, duration] of [
      ['09:00', 30],
      ['10:00', 45],
      ['11:00', undefined],
    ] as const) {
      const { status, body } = await clinic.book({
        ...extraction,
        doctor_id: 'fct-danjuma',
        start_time,
        duration,
      })
      expect([status, body.data]).toMatchObject([201, { duration: 45 }])
    }
    expect(
      (await rows(TUESDAY)).map(({ appointment_date, end, duration }) => [appointment_date, end, duration]),
    ).toEqual(
      ['09', '10', '11'].map((hour) => [
        `${TUESDAY}T${hour}:00:00+01:00`,
        `${TUESDAY}T${hour}:45:00+01:00`,
        45,
      ]),
    )
  })

  it('is refused at any other length', async () => {
    const { status, body } = await clinic.book({ ...extraction, duration: 60 })
    expect([status, body.errors]).toMatchObject([400, { duration: expect.any(String) }])
  })

  it('takes all of its time from its doctor, and starts on the half hour', async () => {
    const free = await slots({ doctorId: 'fct-danjuma', serviceId: 'extraction' })
    expect(free.slice(0, 3)).toEqual(['12:00', '12:30', '13:00'])
    expect(free.at(-1)).toBe('16:00')
    expect(await slots({ doctorId: 'fct-danjuma' })).toContain('16:30')
    const { status } = await clinic.book({ ...extraction, doctor_id: 'fct-danjuma', start_time: '09:30' })
    expect(status).toBe(409)
  })

  it('does not end after closing time', async () => {
    const { status, body } = await clinic.book({ ...aligners, start_time: '15:30' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['start_time']])
    expect((await slots({ serviceId: 'aligners' })).at(-1)).toBe('15:00')
  })

  it('is the same request with and without its duration', async () => {
    const key = randomUUID()
    const booking = { ...extraction, doctor_id: 'fct-danjuma', appointment_date: '2030-03-07' }
    const first = await clinic.book({ ...booking, duration: 30 }, { key })
    const again = await clinic.book({ ...booking, duration: 45 }, { key })
    expect([again.status, again.body.data]).toEqual([201, first.body.data])
  })
})

describe('a service of some doctors', () => {
  it('is done by them alone', async () => {
    const { body } = await clinic.call('PATCH', '/api/fetch/doctors', {
      location: 'fct',
      serviceId: 'aligners',
    })
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual(['fct-okafor', 'fct-musa'])
    const refused = await clinic.book({ ...aligners, doctor_id: 'fct-danjuma' })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['doctor_id']])
    for (let i = 0; i < 2; i++)
      expect((await clinic.book({ ...aligners, start_time: '13:00' })).status).toBe(201)
    expect((await clinic.book({ ...aligners, start_time: '13:00' })).status).toBe(409)
    expect(await slots({})).toContain('13:00')
    expect(await slots({ serviceId: 'aligners' })).not.toContain('13:00')
  })

  it('is not offered where none of them works', async () => {
    const offered = async (location: string) => {
      const { body } = await clinic.call('PUT', '/api/fetch/services', { location, type: 'procedure' })
      return (body.data as { id: string; minutes: number; doctors: string[] | null }[]).map(
        ({ id, minutes, doctors }) => [id, minutes, doctors],
      )
    }
    expect(await offered('fct')).toContainEqual(['aligners', 120, ['fct-okafor', 'fct-musa']])
    expect((await offered('fct')).flat()).not.toContain('sedation')
    expect((await offered('phc')).flat()).toContain('sedation')
    const { status, body } = await clinic.book({ ...aligners, service_id: 'sedation' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['service_id']])
  })

  it.each(['GET', 'PATCH'])('is unknown where the clinic does not have it: %s', async (method) => {
    const { status, body } =
      method === 'GET'
        ? await clinic.call(
            'GET',
            `/api/availability?location=fct&from=${TUESDAY}&to=${TUESDAY}&serviceId=none`,
          )
        : await clinic.call('PATCH', '/api/fetch/doctors', { location: 'fct', serviceId: 'none' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['serviceId']])
  })
})

describe('a doctor with hours in two towns', () => {
  it('is offered in each on the right days, and nowhere else', async () => {
    expect(await slots({ doctorId: 'fct-okafor', from: WEDNESDAY, to: WEDNESDAY })).toEqual([])
    const inLagos = { location: 'lag', doctorId: 'fct-okafor', from: WEDNESDAY, to: WEDNESDAY }
    expect(await slots(inLagos)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
    expect(await slots({ ...inLagos, from: TUESDAY, to: TUESDAY })).toEqual([])
  })

  it('is refused like a taken slot when elsewhere', async () => {
    const okafor = { doctor_id: 'fct-okafor', appointment_date: WEDNESDAY }
    expect(await clinic.book(okafor)).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect((await clinic.book({ ...okafor, location: 'lag' })).status).toBe(201)
  })

  it('is unavailable in one town while booked in the other', async () => {
    // As if the hours had changed since.
    await clinic.database.pool.query(
      `UPDATE appointments SET starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
       WHERE location = 'lag' AND doctor_id = 'fct-okafor'`,
    )
    const thursday = { from: '2030-03-07', to: '2030-03-07' }
    const free = await slots({ doctorId: 'fct-okafor', ...thursday })
    expect([free.includes('10:00'), free.includes('10:30')]).toEqual([false, true])
    expect((await clinic.book({ doctor_id: 'fct-okafor', appointment_date: '2030-03-07' })).status).toBe(409)
  })
})

/** As a booking at the desk uses the function: any start and length, a doctor, and blockers that do not count. */
describe('a booking of any start and length', () => {
  const at = (time: string) => new Date(`2030-03-08T${time}:00+01:00`)
  const booking = (from: string, to: string, more: Partial<NewBooking> = {}): NewBooking => ({
    key: randomUUID(),
    requestHash: 'of the test',
    person: {
      kind: 'visitor',
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada@example.com',
      emailKey: 'ada@example.com',
      phone: '0803 123 4567',
      phoneE164: '+2348031234567',
      gender: 'female',
      nationality: 'nigeria',
      address: '',
      age: 30,
      ageGivenOn: '2030-03-04',
      guardian: undefined,
    },
    consentText: null,
    location: 'fct',
    service: { id: null, text: 'Consultation', tariff: null },
    appointmentType: 'consultation',
    startsAt: at(from),
    endsAt: at(to),
    complaint: '',
    language: 'en',
    doctorIds: ['fct-musa'],
    doctors: {},
    doctorChosen: true,
    override: false,
    overBlockers: false,
    status: 'confirmed',
    atDesk: null,
    bookedBy: null,
    answer: (reference) => ({ reference, appointment_date: from, duration: 0 }),
    ...more,
  })
  const outcome = async (asked: NewBooking) => {
    const { pool } = clinic.database
    const rules = { openAppointmentsPerContact: null, caller: null, isProven: false, clinic: clinicConfig }
    const blockers = currentBlockers(pool, { ...clinicConfig, ...settings })
    return (await book(asked, { ...rules, pool, blockers, now: clinic.clock.now })).kind
  }

  it('fits beside others, and never over one, whatever it overrides', async () => {
    const lunch = {
      description: 'Lunch',
      type: 'One Time',
      startDateTime: '2030-03-08T12:00:00+01:00',
      endDateTime: '2030-03-08T13:00:00+01:00',
      location: 'fct',
    }
    expect((await clinic.call('POST', '/api/blockers', lunch, headers)).status).toBe(201)
    expect(await outcome(booking('08:05', '08:50'))).toBe('booked')
    expect(await outcome(booking('08:45', '08:55', { overBlockers: true }))).toBe('slot_taken')
    expect(await outcome(booking('08:50', '08:55'))).toBe('booked')
    expect(await outcome(booking('11:50', '12:05'))).toBe('slot_taken')
    expect(await outcome(booking('11:50', '12:05', { overBlockers: true }))).toBe('booked')
    expect(await outcome(booking('12:00', '12:10', { overBlockers: true }))).toBe('slot_taken')
    expect((await rows('2030-03-08')).map(({ status, duration }) => [status, duration])).toEqual([
      ['confirmed', 45],
      ['confirmed', 5],
      ['confirmed', 15],
    ])
  })
})
