import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment } from '../../../contract/appointments.ts'
import { FIELD_MESSAGES } from '../../../contract/fields.ts'
import { clinicWithDesk } from './desk.fixture.ts'

/* Braces are for Dr. Danjuma alone, of Abuja. */
const services = clinicConfig.services.map((service) =>
  service.id === 'braces' ? { ...service, doctors: ['fct-danjuma'] } : service,
)
const desk = clinicWithDesk({ clinic: { services } })
const day = { appointment_date: '2030-03-05', start_time: '11:00' }
const booked = async (start_time = '10:00') => {
  const { status, body } = await desk.book({ service: 'braces', doctor: 'fct-danjuma', start_time })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as Appointment
}
const person = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '0803 555 0199' }
const waits = (more: object) =>
  desk.clinic.call(
    'POST',
    '/api/waiting-list',
    { location: 'fct', service: 'braces', patient: person, ...more },
    { ...desk.bearer, 'idempotency-key': crypto.randomUUID() },
  )

describe('a doctor who does not do the service', () => {
  it.each<[string, string, (doctor: string) => Promise<{ status: number; body: Record<string, unknown> }>]>([
    [
      'a move',
      'doctor',
      async (doctor) => {
        const { id } = await booked(doctor === 'fct-musa' ? '10:00' : '13:00')
        return desk.change(id, { move: { ...day, doctor } })
      },
    ],
    ['a booking at the desk', 'doctor', (doctor) => desk.book({ service: 'braces', doctor })],
    [
      'a booking online',
      'doctor_id',
      (doctor_id) =>
        desk.clinic.book({ appointmentType: 'procedure', service_id: 'braces', serviceText: '', doctor_id }),
    ],
    ['somebody who waits', 'doctor', (doctor) => waits({ doctor })],
    [
      'a wish that is changed',
      'doctor',
      async (doctor) => {
        const { body } = await waits({ doctor: 'fct-danjuma' })
        const { id } = body.data as { id: string }
        return desk.clinic.call('PATCH', `/api/waiting-list/${id}`, { doctor }, desk.bearer)
      },
    ],
    [
      'free times',
      'doctorId',
      (doctorId) =>
        desk.clinic.call(
          'GET',
          `/api/availability?${new URLSearchParams({ location: 'fct', from: '2030-03-05', to: '2030-03-05', serviceId: 'braces', doctorId })}`,
        ),
    ],
  ])('is refused for %s, with the reason', async (_, field, ask) => {
    for (const [doctor, message] of [
      ['fct-musa', FIELD_MESSAGES.doctor_not_for_service],
      ['lag-balogun', FIELD_MESSAGES.doctor_unknown],
    ] as const) {
      const { status, body } = await ask(doctor)
      expect([status, body.errors], doctor).toEqual([400, { [field]: message }])
    }
  })

  it('is not waited for once another service is wanted', async () => {
    const { body } = await waits({ service: 'other', doctor: 'fct-musa' })
    const { id } = body.data as { id: string }
    const change = (changes: object) =>
      desk.clinic.call('PATCH', `/api/waiting-list/${id}`, changes, desk.bearer)
    expect(await change({ service: 'braces' })).toMatchObject({
      status: 400,
      body: { errors: { doctor: FIELD_MESSAGES.doctor_not_for_service } },
    })
    expect((await change({ service: 'braces', doctor: null })).status).toBe(200)
    expect((await change({ partOfDay: 'morning' })).status).toBe(200)
  })

  it('is never among the nearest times', async () => {
    await desk.blocker('10:00', '12:00')
    const { body } = await desk.book({ service: 'braces' })
    const { nearest } = body.data as { nearest: { doctor: { id: string } }[] }
    expect(nearest.map(({ doctor }) => doctor.id)).toEqual(Array(3).fill('fct-danjuma'))
  })
})

it('the service of an appointment is named by its id', async () => {
  const { id } = await booked()
  expect(await desk.row(id)).toMatchObject({ serviceId: 'braces' })
  const { body } = await desk.book({ start_time: '13:00' })
  expect(body.data).toMatchObject({ serviceId: null, serviceText: 'Consultation' })
})
