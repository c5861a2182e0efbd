import { describe, expect, it } from 'vitest'
import { detailsOf, mayCorrect, maySend, stateOf } from './request.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2030-03-04T09:00:00Z')

describe('a saved request', () => {
  it.each([
    ['new', 0, null],
    ['new', 72, null],
    ['old', 72.1, null],
    ['unanswered', 1, 0],
    ['unanswered', 30, 24],
    ['unsure', 30, 24.1],
    ['unsure', 80, 79],
    ['old', 80, 1],
    // A clock that was set back.
    ['new', -2, null],
  ] as const)('is %s %s hours after it was saved, first sent %s hours ago', (state, at, tried) => {
    const triedAt = tried === null ? null : NOW - tried * HOUR
    expect(stateOf({ at: NOW - at * HOUR, triedAt }, NOW)).toBe(state)
  })

  it.each([
    ['new', true, true],
    ['unanswered', true, false],
    ['unsure', false, false],
    ['old', false, true],
  ] as const)('that is %s may be sent: %s, corrected: %s', (state, sends, corrects) => {
    expect([maySend(state), mayCorrect(state)]).toEqual([sends, corrects])
  })
})

describe('a sealed request', () => {
  const SAID = {
    key: '0199aaaa-0000-4000-8000-000000000001',
    by: { id: 'ada', name: 'Ada' },
    name: 'Ngozi Eze',
    phone: '0803 555 0101',
    body: {
      location: 'fct',
      appointment_date: '2030-03-05',
      start_time: '10:00',
      channel: 'phone',
      patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '0803 555 0101' },
    },
  }
  it('is read as it was saved', () => {
    expect(detailsOf(JSON.stringify(SAID))).toEqual(SAID)
  })
  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another key', JSON.stringify({ ...SAID, key: '1' })],
    ['no time', JSON.stringify({ ...SAID, body: { ...SAID.body, start_time: null, channel: 'walk_in' } })],
    ['no person', JSON.stringify({ ...SAID, body: { ...SAID.body, patient: {} } })],
  ])('is none where it is %s', (_, text) => {
    expect(detailsOf(text)).toBeNull()
  })
})
