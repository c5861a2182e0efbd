import { expect, it } from 'vitest'
import { addDays, isoWithOffset, toInstant } from '../../../../domain/clinic-time.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import { rowAt } from '../day/row.fixture.ts'
import { backOf, isStepDue, minutesIn, nextStepOf, visitStateOf } from './visit-state.ts'

knowClinic()

const DAY = '2030-03-04'
const at = (time: string, day = DAY) => Date.parse(`${day}T${time}:00+01:00`)
const pressed = (time: string, late = false) => ({ at: `${DAY}T${time}:00+01:00`, late })
const row = (more: Parameters<typeof rowAt>[2] = {}) => rowAt(`${DAY} 10:00`, 30, more)

const WAITS = { waiting: { since: `${DAY}T10:02:00+01:00`, urgent: false } }

it.each([
  ['pending', { status: 'open' as const, isOpen: true }, at('09:00'), 'pending', null],
  ['confirmed', {}, at('09:00'), 'confirmed', 'arrived'],
  ['confirmed, on another day', {}, at('09:00', '2030-03-03'), 'confirmed', null],
  ['over and nobody said', {}, at('10:30'), 'outcome', 'done'],
  ['arrived', { visit: 'arrived' as const }, at('10:10'), 'arrived', 'in_chair'],
  ['still there after its end', { visit: 'arrived' as const }, at('11:00'), 'arrived', 'in_chair'],
  ['forgotten the day before', { visit: 'arrived' as const }, at('11:00', '2030-03-05'), 'outcome', 'done'],
  ['in the chair', { visit: 'in_chair' as const }, at('10:20'), 'in_chair', 'done'],
  ['in the chair before its time', { visit: 'in_chair' as const }, at('09:50'), 'in_chair', null],
  ['done', { visit: 'done' as const }, at('10:20'), 'done', null],
  ['no-show', { visit: 'no_show' as const }, at('10:20'), 'no_show', null],
  ['a walk-in without a time', WAITS, at('10:20'), 'no_time', null],
  [
    'a walk-in whose time is given up',
    { ...WAITS, status: 'cancelled' as const },
    at('10:20'),
    'cancelled',
    null,
  ],
  ['cancelled', { status: 'cancelled' as const }, at('10:20'), 'cancelled', null],
])('the state of an appointment: %s', (name, more, now, state, step) => {
  expect(visitStateOf(row(more), now)).toBe(state)
  if (name !== 'pending') expect(nextStepOf(row(more), now)).toBe(step)
})

it.each(['Africa/Lagos', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'Europe/Berlin'])(
  'a patient of %s sits in the chair until the clinic’s own midnight',
  (timeZone) => {
    // The night in which Berlin and Los Angeles change their clocks is among them.
    for (const day of ['2030-03-09', '2030-03-30', '2030-11-02']) {
      const starts = isoWithOffset(toInstant(day, '18:30', timeZone), timeZone)
      const sitting = { ...row({ visit: 'in_chair' }), appointment_date: starts }
      const stateAt = (date: string, time: string) =>
        visitStateOf(sitting, toInstant(date, time, timeZone).getTime(), timeZone)
      expect(stateAt(day, '19:05')).toBe('in_chair')
      expect(stateAt(day, '23:59')).toBe('in_chair')
      expect(stateAt(addDays(day, 1), '00:00')).toBe('outcome')
    }
  },
)

it('minutes count while a patient waits or is seated, and not after a press on another day', () => {
  const waiting = row({ visit: 'arrived', visitTimes: { arrived: pressed('09:50') } })
  expect(minutesIn(waiting, at('10:11'))).toBe(21)
  expect(
    minutesIn(row({ visit: 'arrived', visitTimes: { arrived: pressed('09:50', true) } }), at('10:11')),
  ).toBeNull()
  expect(minutesIn(row({ visit: 'done', visitTimes: { done: pressed('09:50') } }), at('10:11'))).toBeNull()
})

it('minutes count from when a walk-in came', () => {
  expect(minutesIn(row(WAITS), at('10:20'))).toBe(18)
})

it('a step can be undone until midnight', () => {
  const sitting = row({
    visit: 'in_chair',
    visitTimes: { arrived: pressed('09:50'), in_chair: pressed('10:00') },
  })
  expect(backOf(sitting, at('10:11'))).toBe('arrived')
  expect(backOf(sitting, at('00:30', '2030-03-05'))).toBeUndefined()
})

it.each([
  ['09:29', false],
  ['09:30', true],
])('the step of 10:00 is visible without hovering at %s: %s', (time, isDue) =>
  expect(isStepDue(row(), 'confirmed', at(time))).toBe(isDue),
)
