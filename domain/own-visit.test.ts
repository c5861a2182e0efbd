import { describe, expect, it } from 'vitest'
import { changeUntil, horizonToMove, ownChangeRefusal } from './own-visit.ts'

const booking = {
  horizonDays: 90,
  noticeMinutes: 0,
  openAppointmentsPerContact: 3,
  triesPerCallerPerHour: 20,
}
const startsAt = new Date('2030-03-05T10:00:00+01:00')
const at = (time: string) => new Date(`2030-03-05T${time}:00+01:00`)

describe('a patient can change an appointment online', () => {
  it.each([
    [undefined, '08:00'],
    [0, '10:00'],
    [30, '09:30'],
    [1_440, '10:00'],
  ])('until %s minutes before', (changeUntilMinutes, time) => {
    const rules = { ...booking, ...(changeUntilMinutes !== undefined && { changeUntilMinutes }) }
    const until = changeUntil(startsAt, rules)
    if (changeUntilMinutes === 1_440) expect(until).toEqual(new Date('2030-03-04T10:00:00+01:00'))
    else expect(until).toEqual(at(time))
  })

  it.each([
    ['open', null, '08:00', null],
    ['confirmed', null, '08:00', null],
    ['open', null, '08:01', 'visit_state'],
    ['confirmed', 'arrived', '07:30', 'visit_state'],
    ['cancelled', null, '07:00', 'already_cancelled'],
    ['cancelled', null, '11:00', 'already_cancelled'],
  ] as const)('%s, %s, at %s: %s', (status, visit, time, refusal) =>
    expect(ownChangeRefusal({ status, visit, startsAt }, { booking, now: at(time) })).toBe(refusal),
  )
})

it.each([
  ['an appointment tomorrow', '2030-03-05T10:00:00+01:00', 90],
  ['one in seven weeks', '2030-04-22T10:00:00+01:00', 90],
  ['one shortly before the horizon', '2030-05-30T00:30:00+01:00', 102],
  ['one that the desk booked beyond it', '2030-09-02T10:00:00+01:00', 197],
])('%s can be moved to days around its own', (_what, at, days) =>
  expect(
    horizonToMove(new Date(at), {
      horizonDays: 90,
      now: new Date('2030-03-04T07:00:00+01:00'),
      timeZone: 'Africa/Lagos',
    }),
  ).toBe(days),
)
