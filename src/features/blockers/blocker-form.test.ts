import { describe, expect, it } from 'vitest'
import type { Blocker } from '../../../contract/blockers.ts'
import { BLOCKER_FIELD_MESSAGES, FIELD_MESSAGES } from '../../../contract/fields.ts'
import blockers from '../../i18n/locales/en/blockers.json'
import {
  type BlockerValues,
  changesWithMonth,
  changesWithType,
  checkBlocker,
  EMPTY_BLOCKER,
  isSaved,
  toggled,
  valuesOf,
  wireOf,
} from './blocker-form.ts'

/* Today is Monday 4 March 2030; it is 00:30 in the clinic and still Sunday in UTC. */
const clock = { timeZone: 'Africa/Lagos', now: new Date('2030-03-03T23:30:00Z') }
const filled = (more: Partial<BlockerValues>): BlockerValues => ({
  ...EMPTY_BLOCKER,
  description: 'Closed',
  ...more,
})
const NOTHING = { recurringDays: [], recurringDates: [], selectedMonth: null, location: null, doctorId: null }
const TODAY = { startDateTime: '2030-03-04T00:00:00+01:00', endDateTime: '2030-03-04T23:59:00+01:00' }

const FORMS: [string, BlockerValues, object][] = [
  [
    'one time: the days and times as typed',
    filled({ type: 'One Time', startDateTime: '2030-03-05T09:30', endDateTime: '2030-03-06T11:00' }),
    { startDateTime: '2030-03-05T09:30:00+01:00', endDateTime: '2030-03-06T11:00:00+01:00' },
  ],
  [
    'daily: the times on the clinic’s today',
    filled({ type: 'Daily', startDateTime: '13:00', endDateTime: '14:00' }),
    { startDateTime: '2030-03-04T13:00:00+01:00', endDateTime: '2030-03-04T14:00:00+01:00' },
  ],
  [
    'weekly without times: the whole of today',
    filled({ type: 'Weekly', recurringDays: '0,2' }),
    { ...TODAY, recurringDays: [0, 2] },
  ],
  [
    'weekly with times, at one location',
    filled({
      type: 'Weekly',
      allDay: '',
      recurringDays: '5',
      startDateTime: '15:00',
      endDateTime: '17:00',
      location: 'lag',
    }),
    {
      startDateTime: '2030-03-04T15:00:00+01:00',
      endDateTime: '2030-03-04T17:00:00+01:00',
      recurringDays: [5],
      location: 'lag',
    },
  ],
  [
    'monthly without times: the whole of today',
    filled({ type: 'Monthly', recurringDates: '1,31' }),
    { ...TODAY, recurringDates: [1, 31] },
  ],
  [
    'yearly: the whole of its first date this year',
    filled({ type: 'Yearly', selectedMonth: '11', recurringDates: '25,26' }),
    {
      startDateTime: '2030-12-25T00:00:00+01:00',
      endDateTime: '2030-12-25T23:59:00+01:00',
      recurringDates: [25, 26],
      selectedMonth: 11,
    },
  ],
  [
    '29 February in a year without one: that of the next leap year',
    filled({ type: 'Yearly', selectedMonth: '1', recurringDates: '29' }),
    {
      startDateTime: '2032-02-29T00:00:00+01:00',
      endDateTime: '2032-02-29T23:59:00+01:00',
      recurringDates: [29],
      selectedMonth: 1,
    },
  ],
]

describe('the body of a blocker', () => {
  it.each(FORMS)('%s', (_, values, sent) => {
    expect(checkBlocker(values, clock)).toEqual({})
    expect(wireOf(values, clock)).toEqual({
      ...NOTHING,
      description: 'Closed',
      type: values.type,
      ...sent,
    })
  })

  it.each(FORMS)('and what comes back fills the form with the same: %s', (_, values) => {
    const stored = { id: 'b', version: 1, ...wireOf(values, clock) } as Blocker
    expect(valuesOf(stored)).toEqual(values)
  })

  it('of 29 February that was stored with the day before: its first real date, once it is edited', () => {
    const values = filled({ type: 'Yearly', selectedMonth: '1', recurringDates: '29' })
    const stored = {
      ...{ id: 'b', version: 1, ...wireOf(values, clock) },
      startDateTime: '2030-02-28T00:00:00+01:00',
      endDateTime: '2030-02-28T23:59:00+01:00',
    } as Blocker
    expect(wireOf(valuesOf(stored), clock)).toMatchObject({
      startDateTime: '2032-02-29T00:00:00+01:00',
      endDateTime: '2032-02-29T23:59:00+01:00',
    })
  })

  it.each(FORMS)('and it is known to be saved, whatever day that was, unless it differs: %s', (_, values) => {
    const yesterday = { ...clock, now: new Date('2030-03-02T23:30:00Z') }
    const wire = wireOf(values, clock)
    const stored = (more = {}) => ({ id: 'b', version: 2, ...wireOf(values, yesterday), ...more }) as Blocker
    expect(isSaved(wire, stored(), clock)).toBe(true)
    expect(isSaved(wire, stored({ description: 'Open' }), clock)).toBe(false)
  })

  it('holds nothing of other types that is left in the form', () => {
    const values = filled({
      type: 'Daily',
      recurringDays: '1',
      recurringDates: '2',
      selectedMonth: '3',
      startDateTime: '13:00',
      endDateTime: '14:00',
    })
    expect(wireOf(values, clock)).toMatchObject({
      recurringDays: [],
      recurringDates: [],
      selectedMonth: null,
    })
  })
})

it('a stored blocker without times is one of whole days', () => {
  const stored = {
    id: 'b',
    version: 1,
    doctorName: null,
    ...NOTHING,
    description: 'Closed',
    type: 'Weekly',
    startDateTime: null,
    endDateTime: null,
    recurringDays: [1],
  } as Blocker
  expect(valuesOf(stored)).toMatchObject({ allDay: 'yes', startDateTime: '', endDateTime: '' })
})

describe('another type', () => {
  const values = filled({
    type: 'Weekly',
    recurringDays: '1,2',
    recurringDates: '3',
    selectedMonth: '4',
    startDateTime: '09:00',
    endDateTime: '10:00',
  })
  it('clears chosen days, dates and month', () =>
    expect(changesWithType(values, 'Monthly')).toMatchObject({
      recurringDays: '',
      recurringDates: '',
      selectedMonth: '',
    }))
  it('keeps times of day where they mean the same', () =>
    expect(changesWithType(values, 'Daily')).toMatchObject({ startDateTime: '09:00', endDateTime: '10:00' }))
  it.each(['One Time', 'Yearly'])('drops times that %s reads otherwise or does without', (type) =>
    expect(changesWithType(values, type)).toMatchObject({ startDateTime: '', endDateTime: '' }),
  )
})

it.each([
  ['1', '1,29'],
  ['3', '1,29,30'],
  ['11', '1,29,30,31'],
])('the chosen dates 1, 29, 30 and 31 become in month %s: %s', (month, dates) =>
  expect(changesWithMonth(filled({ recurringDates: '1,29,30,31' }), month)).toEqual({
    recurringDates: dates,
  }),
)

it('a press chooses a date, another takes it away, and they stay in order', () => {
  expect(toggled('', 9)).toBe('9')
  expect(toggled('9,30', 10)).toBe('9,10,30')
  expect(toggled('9,10,30', 10)).toBe('9,30')
})

describe('the check of the form', () => {
  it.each<[string, Partial<BlockerValues>, object]>([
    ['no type', { type: '' }, { type: 'required' }],
    ['no description', { description: ' ', type: 'Weekly', recurringDays: '1' }, { description: 'required' }],
    ['neither', { description: '', type: '' }, { description: 'required', type: 'required' }],
    [
      'an over-long description',
      { description: 'x'.repeat(201), type: 'Weekly', recurringDays: '1' },
      { description: 'too_long' },
    ],
    ['no times', { type: 'Daily' }, { startDateTime: 'required', endDateTime: 'required' }],
    [
      'half a time',
      { type: 'Daily', startDateTime: '?', endDateTime: '10:00' },
      { startDateTime: 'time_invalid' },
    ],
    [
      'half a day',
      { type: 'One Time', startDateTime: '2030-03-05T09:00', endDateTime: '?' },
      { endDateTime: 'instant_invalid' },
    ],
    [
      'an end before the start',
      { type: 'One Time', startDateTime: '2030-03-05T09:00', endDateTime: '2030-03-05T08:00' },
      { endDateTime: 'end_before_start' },
    ],
    [
      'times that end before they start',
      { type: 'Daily', startDateTime: '09:00', endDateTime: '08:00' },
      { endDateTime: 'end_before_start' },
    ],
    [
      'a year far away',
      { type: 'One Time', startDateTime: '2030-03-05T09:00', endDateTime: '2099-03-05T08:00' },
      { endDateTime: 'too_far' },
    ],
    ['weekly without days', { type: 'Weekly' }, { recurringDays: 'days_required' }],
    ['monthly without dates', { type: 'Monthly' }, { recurringDates: 'dates_required' }],
    [
      'yearly without anything',
      { type: 'Yearly' },
      { recurringDates: 'dates_required', selectedMonth: 'month_required' },
    ],
    [
      '30 February',
      { type: 'Yearly', selectedMonth: '1', recurringDates: '30' },
      { recurringDates: 'date_not_in_month' },
    ],
    [
      'a missing description beside missing days',
      { description: '', type: 'Weekly' },
      { description: 'required', recurringDays: 'days_required' },
    ],
  ])('%s is told at its field', (_, more, wrong) => {
    const keys = Object.entries(wrong).map(([field, key]) => [field, { key }])
    expect(checkBlocker(filled(more), clock)).toEqual(Object.fromEntries(keys))
  })
})

describe('the sentences at the fields', () => {
  const CONTRACT: Record<string, string> = { ...FIELD_MESSAGES, ...BLOCKER_FIELD_MESSAGES }
  const TEXTS: Record<string, string> = blockers.field
  it.each(Object.keys(TEXTS))('%s is in the words of the contract', (key) =>
    expect(TEXTS[key]).toBe(CONTRACT[key]),
  )
  it.each([
    ...Object.keys(BLOCKER_FIELD_MESSAGES),
    'required',
    'invalid',
    'too_long',
    'text_invalid',
    'time_invalid',
    'date_invalid',
    'location_unknown',
  ])('there is one for %s', (key) => expect(TEXTS).toHaveProperty(key))
})
