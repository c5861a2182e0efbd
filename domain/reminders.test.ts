import { describe, expect, it } from 'vitest'
import type { ReminderRule } from './clinic.ts'
import { clinicDate, clinicTime, toInstant } from './clinic-time.ts'
import {
  DEFAULT_REMINDERS,
  dueReminders,
  earliestReminder,
  isQuiet,
  quietUntil,
  remindersOf,
} from './reminders.ts'

const LAGOS = 'Africa/Lagos'
/** Days of March 2030; the 5th is a Tuesday. In clinic time: '05 09:00'. */
const at = (text: string, timeZone = LAGOS) =>
  toInstant(`2030-03-${text.slice(0, 2)}`, text.slice(3), timeZone)
const said = (instant: Date, timeZone = LAGOS) =>
  `${clinicDate(instant, timeZone).slice(8)} ${clinicTime(instant, timeZone)}`
const BOTH = ['email', 'sms'] as const

type Case = {
  what: string
  visit: string
  since?: string
  channels?: readonly ('email' | 'sms')[]
  rules?: readonly ReminderRule[]
  expected: string[]
}

describe('the reminders of a visit', () => {
  it.each<Case>([
    { what: 'two days and three hours before', visit: '05 14:00', expected: ['48h 03 14:00', '3h 05 11:00'] },
    {
      what: 'a mail has no quiet hours',
      visit: '05 07:00',
      rules: [{ hoursBefore: 9, by: ['email'] }],
      expected: ['9h 04 22:00'],
    },
    {
      what: 'the evening before for a visit of the morning',
      visit: '05 09:30',
      expected: ['48h 03 09:30', '3h 04 19:00'],
    },
    {
      what: 'at eight sharp it is no longer quiet',
      visit: '05 11:00',
      expected: ['48h 03 11:00', '3h 05 08:00'],
    },
    { what: 'at 19:59 it is not quiet yet', visit: '05 22:59', expected: ['48h 03 22:59', '3h 05 19:59'] },
    { what: 'at 20:00 it is', visit: '05 23:00', expected: ['48h 03 23:00', '3h 05 19:00'] },
    {
      what: 'an SMS two days before, in quiet hours',
      visit: '05 07:30',
      channels: ['sms'],
      expected: ['48h 02 19:00', '3h 04 19:00'],
    },
    { what: 'who has no number has one', visit: '05 14:00', channels: ['email'], expected: ['48h 03 14:00'] },
    { what: 'who can be reached by nothing has none', visit: '05 14:00', channels: [], expected: [] },
    { what: 'booked a day before', visit: '05 14:00', since: '04 14:00', expected: ['3h 05 11:00'] },
    {
      what: 'booked exactly 48 hours before',
      visit: '05 14:00',
      since: '03 14:00',
      expected: ['48h 03 14:00', '3h 05 11:00'],
    },
    { what: 'booked a minute later', visit: '05 14:00', since: '03 14:01', expected: ['3h 05 11:00'] },
    { what: 'booked two hours before', visit: '05 14:00', since: '05 12:00', expected: [] },
    {
      what: 'booked late in the evening for ten',
      visit: '05 10:00',
      since: '04 21:00',
      expected: ['3h 05 08:00'],
    },
    {
      what: 'booked late in the evening for nine: an hour remains',
      visit: '05 09:00',
      since: '04 21:00',
      expected: ['3h 05 08:00'],
    },
    { what: 'for five to nine: less', visit: '05 08:55', since: '04 21:00', expected: [] },
    {
      what: 'booked while the evening’s go out',
      visit: '05 10:00',
      since: '04 19:30',
      expected: ['3h 05 08:00'],
    },
    {
      what: 'two within 12 hours become the later one',
      visit: '05 09:00',
      rules: [
        { hoursBefore: 24, by: ['sms'] },
        { hoursBefore: 3, by: ['sms'] },
      ],
      expected: ['3h 04 19:00'],
    },
    {
      what: 'exactly 12 hours apart they stay two',
      visit: '05 20:00',
      rules: [
        { hoursBefore: 20, by: ['email'] },
        { hoursBefore: 8, by: ['email'] },
      ],
      expected: ['20h 05 00:00', '8h 05 12:00'],
    },
    {
      what: 'the later one that nobody could get takes no other’s place',
      visit: '05 09:00',
      channels: ['email'],
      rules: [
        { hoursBefore: 10, by: ['email'] },
        { hoursBefore: 3, by: ['sms'] },
      ],
      expected: ['10h 04 23:00'],
    },
    {
      what: 'by all that the patient has',
      visit: '05 14:00',
      rules: [{ hoursBefore: 24, by: BOTH, all: true }],
      expected: ['24h email 04 14:00', '24h sms 04 14:00'],
    },
    {
      what: 'by all, one of them in the evening',
      visit: '05 07:00',
      rules: [{ hoursBefore: 24, by: BOTH, all: true }],
      expected: ['24h email 04 07:00', '24h sms 03 19:00'],
    },
    { what: 'where the clinic wants none', visit: '05 14:00', rules: [], expected: [] },
  ])(
    '$what ($visit, since $since)',
    ({ visit, since = '01 09:00', channels = BOTH, rules = DEFAULT_REMINDERS, expected }) => {
      const reminders = remindersOf({ startsAt: at(visit), since: at(since), channels }, rules, LAGOS)
      expect(reminders.map(({ step, dueAt }) => `${step} ${said(dueAt)}`)).toEqual(expected)
      const earliest = earliestReminder(at(visit), rules, LAGOS)
      if (reminders[0]) expect(earliest?.getTime()).toBeLessThanOrEqual(reminders[0].dueAt.getTime())
    },
  )

  it.each<Pick<Case, 'visit' | 'rules'> & { earliest: string | null }>([
    { visit: '05 14:00', earliest: '03 14:00' },
    // By SMS alone, in the evening before its quiet hours.
    { visit: '05 07:30', earliest: '02 19:00' },
    { visit: '05 14:00', rules: [], earliest: null },
  ])('are due for $visit at $earliest at the earliest', ({ visit, rules = DEFAULT_REMINDERS, earliest }) => {
    const first = earliestReminder(at(visit), rules, LAGOS)
    expect(first && said(first)).toBe(earliest)
  })

  it('go by the clinic’s clock over a change to summer time', () => {
    const berlin = 'Europe/Berlin'
    // On 31 March the clock goes from 2:00 to 3:00.
    const visit = {
      startsAt: at('31 09:00', berlin),
      since: at('01 09:00', berlin),
      channels: ['sms'] as const,
    }
    const [two, three] = remindersOf(visit, DEFAULT_REMINDERS, berlin)
    expect([said(two?.dueAt ?? new Date(0), berlin), said(three?.dueAt ?? new Date(0), berlin)]).toEqual([
      '29 08:00',
      '30 19:00',
    ])
    expect(quietUntil(at('30 21:00', berlin), berlin)).toEqual(at('31 08:00', berlin))
  })
})

describe('the due reminders', () => {
  const visit = { startsAt: at('05 14:00'), since: at('01 09:00'), channels: BOTH }
  it.each([
    { now: '03 13:59', due: [], next: '03 14:00' },
    { now: '03 14:00', due: ['48h'], next: '05 11:00' },
    { now: '04 22:30', due: ['48h'], next: '05 11:00' },
    // Late, and the next one is near.
    { now: '04 23:30', due: [], next: '05 11:00' },
    // Of two that were missed the latest.
    { now: '05 11:00', due: ['3h'], next: null },
    { now: '05 13:59', due: ['3h'], next: null },
    { now: '05 14:00', due: [], next: null },
  ])('at $now are $due, then $next', ({ now, due, next }) => {
    const found = dueReminders(visit, DEFAULT_REMINDERS, { now: at(now), timeZone: LAGOS })
    expect(found.due.map(({ step }) => step)).toEqual(due)
    expect(found.next && said(found.next)).toBe(next)
  })

  it('is no longer wanted a minute before the next, but a sweep that is a minute late leaves it be', () => {
    const rules: ReminderRule[] = [
      { hoursBefore: 20, by: ['email'] },
      { hoursBefore: 8, by: ['email'] },
    ]
    const late = { ...visit, startsAt: at('05 20:00') }
    expect(dueReminders(late, rules, { now: at('05 00:01'), timeZone: LAGOS }).due).toHaveLength(1)
  })
})

it.each([
  ['05 07:59', true, '05 08:00'],
  ['05 08:00', false, '06 08:00'],
  ['05 19:59', false, '06 08:00'],
  ['05 20:00', true, '06 08:00'],
  ['05 00:00', true, '05 08:00'],
])('at %s quiet hours apply: %s, until %s', (now, quiet, until) => {
  expect(isQuiet(at(now), LAGOS)).toBe(quiet)
  expect(said(quietUntil(at(now), LAGOS))).toBe(until)
})
