import { describe, expect, it } from 'vitest'
import {
  type BookingValues,
  bodyOf,
  CHECKED,
  checkBooking,
  type Intent,
  NEW_PATIENT,
  requestOf,
  serviceOf,
  takesFirstGap,
  valuesFor,
} from './desk-values.ts'

const TODAY = '2030-03-04'
const EMPTY = valuesFor({ place: null, location: 'fct', patient: null }, TODAY)
const RECORD = { patient: '8f14e45f', name: 'Ngozi Eze' }
const NEW = {
  ...EMPTY,
  patient: NEW_PATIENT,
  firstName: 'Ngozi',
  lastName: 'Eze',
  phoneNumber: '0803 555 0101',
  appointment_date: '2030-03-05',
  start_time: '10:05',
}
const SERVICE = { service: 's1', minutes: 45 }

const wrong = (changes: Partial<BookingValues>, intent: Intent = 'book', asksReason = false) => {
  const problems = checkBooking({ ...NEW, ...changes }, { intent, asksReason, today: TODAY })
  return Object.entries(problems).map(([field, problem]) => `${field} ${'key' in problem && problem.key}`)
}

describe('an appointment that is taken down', () => {
  it('begins at the time that was pressed, for whom it was begun', () => {
    const doctor = { id: 'fct-musa', name: 'Dr. Ibrahim Musa' }
    const place = { day: '2030-03-06', location: 'fct', doctor, from: 600, to: 630, free: 60, next: null }
    const patient = { id: 'p', name: 'Ada Obi' }
    expect(valuesFor({ place, location: 'fct', patient }, TODAY)).toMatchObject({
      appointment_date: '2030-03-06',
      start_time: '10:00',
      doctor: 'fct-musa',
      patient: 'p',
      name: 'Ada Obi',
    })
    expect(EMPTY).toMatchObject({ appointment_date: TODAY, start_time: '', doctor: '', patient: '' })
  })

  it.each<[string[], Partial<BookingValues>, Intent?, boolean?]>([
    [[], {}],
    [['search need.patient'], { patient: '' }],
    [[], { ...RECORD, firstName: '', lastName: '', phoneNumber: '' }],
    [['lastName need.name'], { lastName: ' ' }],
    [['firstName name_invalid'], { firstName: '7' }],
    [['phoneNumber need.contact'], { phoneNumber: ' ' }],
    [[], { phoneNumber: '', unreachable: CHECKED }],
    [['phoneNumber phone_invalid'], { phoneNumber: '123', unreachable: CHECKED }],
    // Not on view when a record is booked, but who to call of a request.
    [[], { ...RECORD, phoneNumber: '123' }],
    [['phoneNumber phone_invalid'], { ...RECORD, phoneNumber: '123' }, 'save'],
    [['appointment_date need.time', 'start_time need.time'], { appointment_date: '?', start_time: '' }],
    [['start_time time_off_grid'], { start_time: '10:03' }, 'save'],
    [['appointment_date slot_past'], { appointment_date: '2030-03-03' }, 'save'],
    // Only the server can find the first gap.
    [[], { channel: 'walk_in', start_time: '' }],
    [['start_time need.time'], { channel: 'walk_in', start_time: '' }, 'save'],
    // Who waits needs no time, and a way to be told.
    [[], { appointment_date: '', start_time: '' }, 'wait'],
    [['phoneNumber need.contact'], { phoneNumber: '', unreachable: CHECKED }, 'wait'],
    [['reason need.reason'], { reason: ' ' }, 'book', true],
    [[], { reason: 'Comes from far' }, 'book', true],
  ])('lacks %j when it has %j', (problems, changes, intent, asksReason) =>
    expect(wrong(changes, intent, asksReason)).toEqual(problems),
  )

  it('is booked as it is typed, for somebody new, a record, or a walk-in without a time', () => {
    const at = { location: 'fct', channel: 'phone', service: 's1', duration: 45, reachable: true }
    const time = { appointment_date: '2030-03-05', start_time: '10:05' }
    expect(bodyOf({ ...NEW, firstName: ' Ngozi ', doctor: 'fct-musa' }, 'book', SERVICE)).toEqual({
      ...at,
      ...time,
      doctor: 'fct-musa',
      patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
    })
    expect(bodyOf({ ...NEW, ...RECORD, unreachable: CHECKED }, 'save', SERVICE)).toEqual({
      ...at,
      ...time,
      patient: { id: '8f14e45f' },
    })
    const walkIn = { ...NEW, channel: 'walk_in', start_time: '', urgent: CHECKED, unreachable: CHECKED }
    expect(takesFirstGap(walkIn, 'book')).toBe(true)
    expect(bodyOf(walkIn, 'book', { service: '', minutes: 30 })).toEqual({
      location: 'fct',
      channel: 'walk_in',
      urgent: true,
      duration: 30,
      patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
      reachable: false,
    })
    expect(bodyOf(EMPTY, 'book', SERVICE)).toBeNull()
  })
})

describe('a service of a new appointment', () => {
  it.each([
    [['s1', 's2'], '', 's1'],
    [['s1', 's2'], 's2', 's2'],
    [['s1'], 's2', 's1'],
    [[], '', ''],
  ])('of %j, with %j chosen, is %j', (ids, service, sent) => {
    const offered = ids.map((id) => ({ id }))
    expect(serviceOf({ service }, offered, false).serviceId).toBe(sent)
  })
})

describe('an offline request', () => {
  const save = (values: BookingValues, unanswered: Parameters<typeof requestOf>[2] = null) => {
    const body = bodyOf(values, 'save', SERVICE)
    if (!body) throw new Error('Nobody is chosen.')
    return requestOf(values, body, unanswered)
  }

  it.each<[string, Partial<BookingValues>]>([
    ['somebody new', { doctor: 'fct-musa', channel: 'desk', unreachable: CHECKED }],
    ['a record', { ...RECORD, search: '', firstName: '', lastName: '' }],
  ])('is corrected as it was saved, for %s', (_, changes) => {
    const values = { ...NEW, service: 's1', duration: '45', search: 'Ngozi Eze', ...changes }
    const request = { ...save(values), id: 'r', number: 1, at: 0, triedAt: null, version: 1 }
    const saved = { ...request, key: 'k', by: { id: 'a', name: 'Ada' } }
    expect(valuesFor({ place: null, location: 'lag', patient: null, request: saved }, TODAY)).toEqual(values)
  })

  it.each<[string, string[], string, string | undefined]>([
    ['is offered', ['s1', 's2'], 's2', 's2'],
    ['is not offered', ['s1'], 's2', 's2'],
    ['is not known on this device', [], 's2', 's2'],
    ['is none', ['s1'], '', undefined],
  ])('keeps its service when it is corrected, if that %s', (_, ids, service, sent) => {
    const values = { ...NEW, service }
    const { serviceId } = serviceOf(
      values,
      ids.map((id) => ({ id })),
      true,
    )
    expect(bodyOf(values, 'save', { service: serviceId, minutes: 45 })?.service).toBe(sent)
  })

  it('is the booking that was sent without an answer, as long as nothing of it changes', () => {
    const { body } = save(NEW)
    const sent = { key: 'k', body: { ...body, override: { reason: 'Late', over: [] } } }
    expect(save(NEW, sent)).toEqual({ name: 'Ngozi Eze', phone: '0803 555 0101', ...sent })
    expect(save({ ...NEW, start_time: '10:10' }, sent)).not.toHaveProperty('key')
    // A walk-in without a time is another question on another day.
    const walkIn = { ...NEW, channel: 'walk_in', start_time: '' }
    const timeless = bodyOf(walkIn, 'book', SERVICE)
    if (!timeless) throw new Error('Nobody is chosen.')
    expect(save({ ...walkIn, start_time: '10:05' }, { key: 'k', body: timeless })).not.toHaveProperty('key')
  })
})
