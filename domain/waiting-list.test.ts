import { describe, expect, it } from 'vitest'
import type { OpeningHours } from './clinic.ts'
import {
  addMonths,
  callUntil,
  isOfferHour,
  matchesWish,
  mistakesInDays,
  nextOffers,
  type OfferedTime,
  type WaitingPatient,
  type Wish,
} from './waiting-list.ts'

const MINUTE = 60_000
const at = (time: string, date = '2030-03-05') => new Date(`${date}T${time}:00+01:00`).getTime()
/** On Tuesday 5 March 2030, for half an hour. */
const free = (time: string, { doctorId = 'musa', date = '2030-03-05', minutes = 30 } = {}): OfferedTime => ({
  date,
  time,
  start: at(time, date),
  end: at(time, date) + minutes * MINUTE,
  doctorId,
})
const ANY: Wish = {
  from: '2030-03-01',
  to: '2030-03-31',
  weekdays: [],
  partOfDay: null,
  doctorId: null,
  visitStartsAt: null,
}

describe('a wish for another time', () => {
  it.each<[string, Partial<Wish>, OfferedTime, boolean]>([
    ['whoever has no wishes', {}, free('10:00'), true],
    ['from the first day on', { from: '2030-03-05' }, free('10:00'), true],
    ['not before it', { from: '2030-03-06' }, free('10:00'), false],
    ['to the last day', { to: '2030-03-05' }, free('10:00'), true],
    ['not after it', { to: '2030-03-04' }, free('10:00'), false],
    ['on a chosen weekday', { weekdays: [1, 2] }, free('10:00'), true],
    ['on no other', { weekdays: [0, 1, 3, 4, 5, 6] }, free('10:00'), false],
    ['in the morning until noon', { partOfDay: 'morning' }, free('11:55'), true],
    ['not in the morning from noon on', { partOfDay: 'morning' }, free('12:00'), false],
    ['in the afternoon from noon on', { partOfDay: 'afternoon' }, free('12:00'), true],
    ['not in the afternoon before', { partOfDay: 'afternoon' }, free('11:55'), false],
    ['with the chosen doctor', { doctorId: 'musa' }, free('10:00'), true],
    ['with no other', { doctorId: 'okafor' }, free('10:00'), false],
    ['before the visit that would move', { visitStartsAt: new Date(at('10:05')) }, free('10:00'), true],
    ['not at its own time', { visitStartsAt: new Date(at('10:00')) }, free('10:00'), false],
  ])('is matched or not: %s', (_, wish, time, expected) =>
    expect(matchesWish({ ...ANY, ...wish }, time)).toBe(expected),
  )
})

describe('a round of offers', () => {
  const waits = (
    person: string,
    wish: Partial<Wish> = {},
    offersToday = 0,
  ): WaitingPatient & { person: string } => ({
    wish: { ...ANY, ...wish },
    person,
    offersToday,
  })
  const shown = (waiting: readonly WaitingPatient[], times: readonly OfferedTime[]) =>
    nextOffers(waiting, () => times).map(({ to, time }) => `${to.person} ${time.time} ${time.doctorId}`)
  const FIVE = ['a', 'b', 'c', 'd', 'e'].map((person) => waits(person))

  it.each<[string, readonly WaitingPatient[], OfferedTime[], string[]]>([
    [
      'one time goes to the first three',
      FIVE,
      [free('10:00')],
      ['a 10:00 musa', 'b 10:00 musa', 'c 10:00 musa'],
    ],
    [
      'several go to one each, in order',
      FIVE,
      [free('10:00'), free('10:30'), free('11:00'), free('11:30')],
      ['a 10:00 musa', 'b 10:30 musa', 'c 11:00 musa'],
    ],
    [
      'two that overlap are one, unless they are two doctors',
      FIVE.slice(0, 2),
      [free('10:00'), free('10:15'), free('10:15', { doctorId: 'okafor' })],
      ['a 10:00 musa', 'b 10:15 okafor'],
    ],
    [
      'whom it does not suit is passed over',
      [waits('a', { partOfDay: 'afternoon' }), ...FIVE.slice(1)],
      [free('10:00')],
      ['b 10:00 musa', 'c 10:00 musa', 'd 10:00 musa'],
    ],
    [
      'who had two offers today gets no third',
      [waits('a', {}, 2), waits('b', {}, 1)],
      [free('10:00')],
      ['b 10:00 musa'],
    ],
    [
      'one person who waits for three visits gets two',
      [waits('a'), waits('a'), waits('a'), waits('b')],
      [free('10:00')],
      ['a 10:00 musa', 'a 10:00 musa', 'b 10:00 musa'],
    ],
    ['nobody waits', [], [free('10:00')], []],
    ['nothing is free', FIVE, [], []],
  ])('follows the waiting list: %s', (_, waiting, times, expected) =>
    expect(shown(waiting, times)).toEqual(expected),
  )
})

it.each([
  ['07:59', false],
  ['08:00', true],
  ['19:59', true],
  ['20:00', false],
])('offers at %s are sent: %s', (time, expected) => {
  expect(isOfferHour(new Date(at(time)), 'Africa/Lagos')).toBe(expected)
})

it.each([
  ['today alone', '2030-03-05', '2030-03-05', {}],
  ['90 days', '2030-03-05', '2030-06-03', {}],
  ['a day more', '2030-03-05', '2030-06-04', { to: 'slot_too_far' }],
  ['until yesterday', '2030-03-01', '2030-03-04', { to: 'date_invalid' }],
  ['backwards', '2030-03-08', '2030-03-07', { to: 'end_before_start' }],
  ['begun already', '2030-03-01', '2030-03-07', {}],
])('a wish for %s has the mistakes %j', (_, from, to, expected) => {
  expect(mistakesInDays({ from, to }, '2030-03-05')).toEqual(expected)
})

it.each([
  ['2030-03-05', 6, '2030-09-05'],
  ['2030-08-31', 6, '2031-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2030-12-15', 1, '2031-01-15'],
  ['2030-01-31', 24, '2032-01-31'],
])('%s and %i months is %s', (date, months, expected) => expect(addMonths(date, months)).toBe(expected))

describe('the deadline of a call', () => {
  const day = [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ]
  const weekdays: OpeningHours = [[], day, day, day, day, day, []]
  // 4 March 2030 is a Monday; the clinic is an hour ahead of UTC.
  it.each([
    ['while it is open', '2030-03-04T10:00', '2030-03-04T11:00'],
    ['over the midday break', '2030-03-04T11:40', '2030-03-04T13:40'],
    ['in the midday break', '2030-03-04T12:10', '2030-03-04T14:00'],
    ['before it opens', '2030-03-04T06:00', '2030-03-04T09:00'],
    ['shortly before it closes', '2030-03-04T16:45', '2030-03-05T08:45'],
    ['in the evening', '2030-03-04T19:00', '2030-03-05T09:00'],
    ['over a weekend', '2030-03-08T16:30', '2030-03-11T08:30'],
  ])('is an hour of opening time away: %s', (_, now, until) => {
    expect(callUntil(weekdays, new Date(`${now}:00+01:00`), 'Africa/Lagos')).toEqual(
      new Date(`${until}:00+01:00`),
    )
  })
  it('is an hour away where the clinic never opens', () => {
    const now = new Date('2030-03-04T10:00:00+01:00')
    expect(callUntil(Array(7).fill([]), now, 'Africa/Lagos')).toEqual(new Date('2030-03-04T11:00:00+01:00'))
  })
})
