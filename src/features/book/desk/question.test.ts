import { describe, expect, it } from 'vitest'
import type { Overridable } from '../../../../contract/appointments.ts'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import type { DeskConflict } from '../../../api/desk.ts'
import { aboutOf, questionAfter } from './question.ts'

const BODY: BookAtDeskWire = {
  location: 'fct',
  appointment_date: '2030-03-05',
  start_time: '20:00',
  doctor: 'fct-musa',
  service: 'cleaning',
  duration: 30,
  channel: 'phone',
  patient: { id: 'ngozi' },
  reachable: true,
}
const asking = (asks: Overridable | null): DeskConflict => ({ asks, conflict: null, samePerson: [] })

describe('a question at the desk', () => {
  it.each<[string, Partial<BookAtDeskWire>]>([
    ['day', { appointment_date: '2030-03-06' }],
    ['time', { start_time: '13:00' }],
    ['doctor', { doctor: 'fct-okafor' }],
    ['service', { service: 'filling' }],
    ['length', { duration: 45 }],
    ['location', { location: 'lagos' }],
    ['patient', { patient: { id: 'chidi' } }],
    ['new patient', { patient: { firstName: 'Ngozi', lastName: 'Bello', phoneNumber: '08035550101' } }],
    ['urgency', { urgent: true }],
  ])('is about the %s', (_, change) => {
    expect(aboutOf({ ...BODY, ...change }, null)).not.toBe(aboutOf(BODY, null))
  })

  it('is another one for a series', () => {
    expect(aboutOf(BODY, { weeks: 4, visits: 6 })).not.toBe(aboutOf(BODY, null))
  })

  it('stays the same for its own answer, and however the patient asks and is reached', () => {
    const override = { reason: 'In pain', over: ['closed' as const] }
    expect(aboutOf({ ...BODY, override, channel: 'desk', reachable: false }, null)).toBe(aboutOf(BODY, null))
  })

  it('counts what was asked about the same booking before, and nothing of another one', () => {
    const first = questionAfter(null, 'this', asking('closed'))
    expect(first.over).toEqual(['closed'])
    const second = questionAfter(first, 'this', asking('blocker'))
    expect(second.over).toEqual(['closed', 'blocker'])
    expect(questionAfter(second, 'this', asking('blocker')).over).toEqual(['closed', 'blocker'])
    expect(questionAfter(second, 'this', asking(null)).over).toEqual(['closed', 'blocker'])
    expect(questionAfter(second, 'that', asking('same_person')).over).toEqual(['same_person'])
  })
})
