import { describe, expect, it } from 'vitest'
import { type Note, noteOf, problemOf, saidOfNote, startOf } from './use-note.ts'

const NOTE: Note = {
  patient: null,
  firstName: 'Ngozi',
  lastName: 'Eze',
  phone: '0803 555 0101',
  isUnreachable: false,
  serviceId: '',
  minutes: null,
  channel: 'phone',
  day: '2030-03-05',
  time: '10:05',
  doctor: '',
  attempt: null,
  location: 'fct',
}

describe('a request that is being noted', () => {
  it.each<[string | null, Partial<Note>]>([
    [null, {}],
    ['name', { lastName: ' ' }],
    ['name', { firstName: '7' }],
    [null, { firstName: '', lastName: '', patient: { id: 'p', name: 'Ngozi Eze' } }],
    ['phone', { phone: '' }],
    ['phone', { phone: '123' }],
    ['phone', { phone: 'x', patient: { id: 'p', name: 'Ngozi Eze' } }],
    [null, { phone: '', isUnreachable: true }],
    [null, { phone: '', patient: { id: 'p', name: 'Ngozi Eze' } }],
    ['time', { time: '' }],
    ['time', { time: '10:03' }],
    ['time', { day: '' }],
  ])('lacks %s', (problem, changes) => {
    expect(problemOf({ ...NOTE, ...changes })).toBe(problem)
  })

  it('is what the desk books', () => {
    expect(
      saidOfNote({ ...NOTE, firstName: ' Ngozi ', doctor: 'fct-musa', serviceId: 's1', minutes: 45 }),
    ).toEqual({
      name: 'Ngozi Eze',
      phone: '0803 555 0101',
      body: {
        location: 'fct',
        appointment_date: '2030-03-05',
        start_time: '10:05',
        doctor: 'fct-musa',
        service: 's1',
        duration: 45,
        channel: 'phone',
        patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
        reachable: true,
      },
    })
  })

  it.each<[string, Partial<Note>]>([
    ['somebody new', { doctor: 'fct-musa', serviceId: 's1', minutes: 45, channel: 'desk' }],
    [
      'a record',
      { patient: { id: 'p', name: 'Ngozi Eze' }, firstName: '', lastName: '', isUnreachable: true },
    ],
  ])('is corrected as it was noted, for %s', (_, changes) => {
    const note = { ...NOTE, ...changes }
    expect(noteOf(saidOfNote(note))).toEqual(note)
  })

  it('is the booking that was sent before, as long as nothing of it changes', () => {
    const attempt = { key: 'k', body: saidOfNote(NOTE).body }
    const note = startOf(
      { note: { ...NOTE, attempt }, place: null, patient: null, location: 'fct' },
      '2030-03-04',
    )
    expect(saidOfNote(note)).toMatchObject({ key: 'k', body: attempt.body })
    expect(saidOfNote({ ...note, attempt: null })).not.toHaveProperty('key')
    // A walk-in without a time is another question on another day.
    const timeless = { key: 'k', body: { ...attempt.body, start_time: null } }
    expect(saidOfNote({ ...note, attempt: timeless })).not.toHaveProperty('key')
  })
})
