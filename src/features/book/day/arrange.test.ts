import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import {
  type BlockedSpan,
  byLocation,
  type Column,
  columnDoctors,
  columnOf,
  frameOf,
  gapsOf,
  loadOf,
  percentBooked,
  splitWaiting,
  whyNothingLeft,
} from './arrange.ts'
import { rowAt } from './row.fixture.ts'
import type { Span } from './spans.ts'

knowClinic()

/** A Monday. */
const DAY = '2030-03-04'
const open = (...periods: [string, string][]): OpeningHours =>
  Array(7).fill(periods.map(([from, to]) => ({ from, to })))
const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const said = (spans: readonly Span[]) => spans.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(' ')
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const blockedAt = (from: string, to: string, doctorId: string | null = null): BlockedSpan => ({
  from: at(from),
  to: at(to),
  words: 'Meeting',
  doctorId,
  isRecurring: false,
})

const column = (more: Partial<Parameters<typeof columnOf>[0]> = {}): Column =>
  columnOf({
    day: DAY,
    location: 'fct',
    doctor: { id: 'ada', name: 'Dr. Ada' },
    isWorking: true,
    hours: open(['09:00', '12:00']),
    blocked: [],
    appointments: [],
    ...more,
  })

describe('a column', () => {
  it.each<[string, Parameters<typeof column>[0], string]>([
    ['is free while it is open', {}, '09:00-12:00'],
    ['has a break', { hours: open(['09:00', '10:00'], ['11:00', '12:00']) }, '09:00-10:00 11:00-12:00'],
    [
      'is not free where a visit is',
      { appointments: [rowAt(`${DAY} 10:00`, 45)] },
      '09:00-10:00 10:45-12:00',
    ],
    [
      'is free again after a no-show',
      { appointments: [rowAt(`${DAY} 10:00`, 45, { visit: 'no_show' })] },
      '09:00-12:00',
    ],
    [
      'is not taken by who waits for a time',
      { appointments: [rowAt(`${DAY} 10:00`, 45, { waiting: { since: '', urgent: false } })] },
      '09:00-12:00',
    ],
    [
      "does not see another doctor's visits",
      { appointments: [rowAt(`${DAY} 10:00`, 45, { doctor: 'bola' })] },
      '09:00-12:00',
    ],
    ['is not free under a blocker of all', { blocked: [blockedAt('11:00', '14:00')] }, '09:00-11:00'],
    [
      'is not free under a blocker of its doctor',
      { blocked: [blockedAt('11:00', '14:00', 'ada')] },
      '09:00-11:00',
    ],
    ["is free under another doctor's", { blocked: [blockedAt('11:00', '14:00', 'bola')] }, '09:00-12:00'],
    ['offers nothing of who no longer works there', { isWorking: false }, ''],
    [
      "has its doctor's own hours",
      { doctor: { id: 'ada', name: 'Dr. Ada', openingHours: open(['10:00', '11:00']) } },
      '10:00-11:00',
    ],
    [
      'offers nothing of who is in another town',
      { doctor: { id: 'ada', name: 'Dr. Ada', openingHours: [[], [], [], [], [], [], []] } },
      '',
    ],
  ])('%s', (_, more, expected) => expect(said(column(more).free)).toBe(expected))

  it('lets visits that overlap share its width, and only those', () => {
    const { blocks } = column({
      appointments: [
        rowAt(`${DAY} 09:00`, 60, { id: 'a', visit: 'no_show' }),
        rowAt(`${DAY} 09:30`, 60, { id: 'b' }),
        rowAt(`${DAY} 10:00`, 30, { id: 'c', visit: 'no_show' }),
        rowAt(`${DAY} 11:00`, 30, { id: 'd' }),
      ],
    })
    expect(blocks.map(({ row, lane, lanes }) => [row.id, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['d', 0, 1],
    ])
  })
})

describe('gaps', () => {
  it.each<[string, Parameters<typeof column>[0], number, string]>([
    [
      'are the half-hours of what is free',
      { hours: open(['09:00', '10:30']) },
      -1,
      '09:00-09:30 09:30-10:00 10:00-10:30',
    ],
    [
      'begin where a visit off the grid ends',
      { appointments: [rowAt(`${DAY} 09:00`, 50)], hours: open(['09:00', '11:00']) },
      -1,
      '09:50-10:30 10:30-11:00',
    ],
    [
      'are none that a visit would hardly fit into',
      { appointments: [rowAt(`${DAY} 09:00`, 55)], hours: open(['09:00', '10:00']) },
      -1,
      '',
    ],
    [
      'begin now, on five minutes',
      { hours: open(['09:00', '10:30']) },
      at('09:32'),
      '09:35-10:00 10:00-10:30',
    ],
    ['are none of a day that is over', {}, 1441, ''],
  ])('%s', (_, more, now, expected) => expect(said(gapsOf(column(more), now))).toBe(expected))

  it('say how much is free from them on', () => {
    const gaps = gapsOf(column({ appointments: [rowAt(`${DAY} 10:30`)] }), -1)
    expect(gaps.map(({ free }) => free)).toEqual([90, 60, 30, 60, 30])
  })
})

it('the day is drawn from half an hour before the first opening, and wider for what lies outside', () => {
  expect(said([frameOf([column()])])).toBe('08:30-12:15')
  expect(said([frameOf([column({ appointments: [rowAt(`${DAY} 07:50`), rowAt(`${DAY} 13:10`)] })])])).toBe(
    '07:30-14:00',
  )
  expect(said([frameOf([column({ hours: open() })])])).toBe('08:30-17:15')
})

it('the load divides the opening time into booked, blocked and free from now on', () => {
  const load = loadOf(
    column({
      appointments: [
        rowAt(`${DAY} 09:00`, 60),
        rowAt(`${DAY} 11:00`),
        rowAt(`${DAY} 10:00`, 30, { visit: 'no_show' }),
      ],
      blocked: [blockedAt('11:00', '13:00')],
    }),
    at('10:15'),
  )
  expect(load).toEqual({ open: 180, booked: 90, blocked: 30, leave: 0, ahead: 45, left: 45 })
  expect(percentBooked(load)).toBe(60)
  expect(percentBooked({ open: 60, booked: 0, blocked: 60, leave: 0, ahead: 0, left: 0 })).toBeNull()
})

it.each([
  ['leave', { blocked: [blockedAt('00:00', '24:00', 'ada')] }, '08:00'],
  ['blocked', { blocked: [blockedAt('00:00', '24:00')] }, '08:00'],
  ['full', { appointments: [rowAt(`${DAY} 09:00`, 180)] }, '08:00'],
  // What is booked for the rest of the day, and a day of which nothing is to come.
  ['full', { appointments: [rowAt(`${DAY} 10:00`, 120)] }, '10:30'],
  [null, { appointments: [rowAt(`${DAY} 10:00`, 60)] }, '18:00'],
])('the load is %s when no time is left', (words, facts, now) => {
  expect(whyNothingLeft(loadOf(column(facts), at(now)))).toBe(words)
})

it('doctors who no longer work there come after those who do, by name', () => {
  const rows = ['zoe', 'ben', 'ada'].map((doctor) => rowAt(`${DAY} 09:00`, 30, { doctor }))
  expect(
    columnDoctors([{ id: 'ada', name: 'Dr. Ada' }], rows).map(({ id, isWorking }) => [id, isWorking]),
  ).toEqual([
    ['ada', true],
    ['ben', false],
    ['zoe', false],
  ])
})

it('locations keep the given order, and appointments of a removed location are not lost', () => {
  const all = [
    rowAt(`${DAY} 09:00`, 30, { location: 'kan', id: 'K' }),
    rowAt(`${DAY} 09:00`, 30, { location: 'fct', id: 'F' }),
  ]
  const found = byLocation(all, ['lag', 'fct'])
  expect(found.map(({ code, appointments }) => [code, ...appointments.map(({ id }) => id)])).toEqual([
    ['lag'],
    ['fct', 'F'],
    ['kan', 'K'],
  ])
})

it('a patient without a time is in no column, and adds none for their doctor', () => {
  const row = rowAt(`${DAY} 10:00`, 30, { waiting: { since: '', urgent: true } })
  expect(column({ appointments: [row] }).blocks).toEqual([])
  expect(columnDoctors([], [row])).toEqual([])
  expect(splitWaiting([row, rowAt(`${DAY} 11:00`)])).toMatchObject({
    timed: [{ waiting: null }],
    waiting: [row],
  })
})
