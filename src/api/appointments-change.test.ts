import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { appointmentNow, isUnanswered } from './appointments-change.ts'

const row = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  reference: 'K7M3QX2A',
  appointment_date: '2030-03-04T10:30:00+01:00',
  duration: 30,
  isOpen: false,
  status: 'confirmed',
  version: 5,
  blocked: false,
  marks: [],
  channel: 'web',
  moved: 0,
  patientConfirmedAt: null,
  visit: null,
  visitTimes: {},
  waiting: null,
  serviceId: null,
  serviceText: 'Other',
  description: '',
  doctor: { id: 'ibe', name: 'Dr. Ibe' },
  user: { location: 'fct', surname: '', other_names: '', address: '', email: '', phone_number: '' },
}

describe('the present state', () => {
  it('is what a conflict brings along', () =>
    expect(appointmentNow(new ApiError('http', { status: 409, data: row }))).toEqual(row))

  it.each([
    new ApiError('http', { status: 409 }),
    new ApiError('http', { status: 409, data: { id: 1 } }),
    new ApiError('http', { status: 500, data: row }),
    new ApiError('network'),
    new Error('no'),
  ])('is not known after %o', (error) => expect(appointmentNow(error)).toBeNull())
})

it.each([
  [new ApiError('network'), true],
  [new ApiError('timeout'), true],
  [new ApiError('http', { status: 503 }), false],
  [null, false],
])('a failure %o leaves the change without an answer: %s', (error, unanswered) =>
  expect(isUnanswered(error)).toBe(unanswered),
)
