import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../../../domain/clinic.ts'
import { knowClinic } from '../../../../clinic.fixture.ts'
import { columnOf } from '../../day/arrange.ts'
import { rowAt } from '../../day/row.fixture.ts'
import { freeUntil, hindrance, landingIn, nearestStarts, snapped } from './landing.ts'

knowClinic()

const DAY = '2030-03-04'
const hours: OpeningHours = Array(7).fill([{ from: '09:00', to: '12:00' }])
const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const span = (time: string, minutes = 30) => ({ from: at(time), to: at(time) + minutes })
/** 'moved' is at 9:00, 'other' at 10:00 for 50 minutes; from 11:30 on there is a meeting. */
const column = columnOf({
  day: DAY,
  location: 'fct',
  doctor: { id: 'ada', name: 'Dr. Ada' },
  isWorking: true,
  hours,
  blocked: [{ from: at('11:30'), to: at('12:00'), words: 'Meeting', doctorId: null, isRecurring: false }],
  appointments: [
    rowAt(`${DAY} 09:00`, 30, { id: 'moved' }),
    rowAt(`${DAY} 10:00`, 50, { id: 'other' }),
    rowAt(`${DAY} 09:30`, 30, { id: 'gone', visit: 'no_show' }),
  ],
})
const landing = landingIn(column, 'moved', null)

describe('the landing of an appointment', () => {
  it.each([
    ['on free time', '10:50', 30, -1, null],
    ['where it stands itself', '09:00', 30, -1, null],
    ['where somebody did not come', '09:30', 30, -1, null],
    ['on another visit', '10:30', 30, -1, 'visit'],
    ['reaching into another visit', '09:30', 45, -1, 'visit'],
    ['under a blocker', '11:15', 30, -1, 'blocked'],
    ['before the clinic opens', '08:45', 15, -1, 'closed'],
    ['after it closes', '12:00', 30, -1, 'closed'],
    ['on time that is over', '09:00', 30, at('09:10'), 'past'],
    ['on a day that is over', '11:00', 30, 1441, 'past'],
  ])('%s', (_, time, minutes, first, why) =>
    expect(hindrance(landing, span(time, minutes), first)?.why ?? null).toBe(why),
  )

  it('is nowhere with a doctor who does not work there', () =>
    expect(hindrance({ ...landing, column: { ...column, isWorking: false } }, span('10:50'), -1)?.why).toBe(
      'away',
    ))
})

describe('a visit for whose service only some doctors are there', () => {
  it.each([
    ['is put nowhere with another doctor', ['bo'], 'service', []],
    ['is put where its doctor is free', ['bo', 'ada'], null, [at('09:30'), at('10:50')]],
  ])('%s', (_, doctors, why, starts) => {
    const there = landingIn(column, 'moved', { name: 'Braces', doctors })
    expect(hindrance(there, span('10:50'), -1)?.why ?? null).toBe(why)
    expect(nearestStarts(there, span('10:15'), -1)).toEqual(starts)
  })

  it('says so before anything of the time', () => {
    const there = landingIn(column, 'moved', { name: 'Braces', doctors: ['bo'] })
    for (const time of ['08:00', '10:30', '11:30'])
      expect(hindrance(there, span(time), 1441)).toEqual({ why: 'service', service: 'Braces' })
  })
})

it.each([
  ['half-hours and the ends of visits', '10:15', 30, -1, ['09:30', '10:50']],
  ['none that are over', '09:00', 30, at('09:40'), ['10:50', '11:00']],
  ['none that are too short', '10:00', 60, -1, ['09:00']],
])('the nearest free starts are %s', (_, time, minutes, first, expected) =>
  expect(nearestStarts(landing, span(time, minutes), first)).toEqual(expected.map(at)),
)

it('the landing says until when its column is free', () => {
  expect(freeUntil(landing, at('09:00'))).toBe(at('10:00'))
  expect(freeUntil(landing, at('10:50'))).toBe(at('11:30'))
})

it.each([
  ['a half-hour', '10:56', '11:00'],
  ['the end of a neighbour', '10:47', '10:50'],
  ['the beginning of a neighbour', '09:26', '09:30'],
  ['the five minutes', '11:11', '11:10'],
])('a block that is held is drawn to %s', (_, held, expected) =>
  expect(snapped(landing, at(held), 30)).toBe(at(expected)),
)
