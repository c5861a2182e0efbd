import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELD_MESSAGES } from '../../../contract/fields.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { contactsOf } from './contacts.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
beforeAll(async () => {
  clinic = await startClinic()
  bearer = (await clinic.signedIn()).bearer
})
afterAll(() => clinic[Symbol.asyncDispose]())

const person = (phoneNumber: string) => ({ firstName: 'Ngozi', lastName: 'Bello', phoneNumber })
const post = (path: string, body: object) =>
  clinic.call('POST', path, body, { ...bearer, 'idempotency-key': randomUUID() })
const CALLS: Record<string, [field: string, send: (phone: string) => ReturnType<typeof post>]> = {
  'a booking of a visitor': ['phone_number', (phone) => clinic.book({ phone_number: phone })],
  'a booking at the desk': [
    'patient',
    (phone) =>
      post('/api/appointments/desk', {
        location: 'fct',
        appointment_date: '2030-03-06',
        start_time: '10:00',
        doctor: 'fct-okafor',
        channel: 'phone',
        patient: person(phone),
      }),
  ],
  'a new patient': ['phoneNumber', (phone) => post('/api/patients', person(phone))],
  'a corrected patient': [
    'phoneNumber',
    async (phone) => {
      const { body } = await post('/api/patients', { firstName: 'Ngozi', lastName: 'Bello' })
      const { id } = body.data as { id: string }
      return clinic.call('PATCH', `/api/patients/${id}`, { phoneNumber: phone }, bearer)
    },
  ],
  'an entry of the waiting list': [
    'patient',
    (phone) => post('/api/waiting-list', { location: 'fct', patient: person(phone) }),
  ],
}

it.each(Object.entries(CALLS))(
  'the number %s with a digit too many or too few is refused, and the answer says so',
  async (_, call) => {
    const [field, send] = call
    for (const [phone, sentence] of [
      ['080311100055', FIELD_MESSAGES.phone_too_long],
      ['+234 803 123 456', FIELD_MESSAGES.phone_too_short],
    ] as const) {
      expect(await send(phone)).toMatchObject({ status: 400, body: { errors: { [field]: sentence } } })
    }
    expect((await send('8031234567.0')).status).toBe(400)
    expect((await send('0803 123 4567')).status).toBeLessThan(300)
  },
)

it('a number that was stored by older rules gets no SMS', () => {
  const stored = { email: '', phone: '080311100055', phoneE164: '+23480311100055' }
  expect(contactsOf(stored, 'NG').sms).toBeNull()
  expect(contactsOf({ ...stored, phone: '08031234567', phoneE164: null }, 'NG').sms).toBe('+2348031234567')
})
