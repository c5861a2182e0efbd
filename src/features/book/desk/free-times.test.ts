import { expect, it } from 'vitest'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { knowClinic } from '../../../clinic.fixture.ts'
import { rowAt } from '../day/row.fixture.ts'
import { freeTimes, timesOfDay } from './free-times.ts'

knowClinic()

const DAY = '2030-03-04'
const hours: OpeningHours = Array(7).fill([{ from: '09:00', to: '11:00' }])
const doctors = [
  { id: 'ada', name: 'Dr. Ada' },
  { id: 'bola', name: 'Dr. Bola' },
]
const asked = {
  day: DAY,
  location: 'fct',
  hours,
  timeZone: 'Africa/Lagos',
  doctors,
  blockers: [],
  appointments: [rowAt(`${DAY} 09:00`, 50), rowAt(`${DAY} 09:00`, 90, { doctor: 'bola', id: 'own' })],
  minutes: 30,
  id: 'other',
  first: -1,
}
const said = (more: Partial<typeof asked> = {}) =>
  freeTimes({ ...asked, ...more }).map(({ from, doctor }) => `${from} ${doctor.id}`)

it.each<[string, Partial<typeof asked>, string[]]>([
  ['the beginnings of gaps and the half-hours, each once', {}, ['590 ada', '600 ada', '630 ada']],
  ['at which the whole visit fits', { minutes: 70 }, ['590 ada']],
  ['on its own time too', { id: 'own' }, ['540 bola', '570 bola', '590 ada', '600 ada', '630 ada']],
  ['that are not over', { first: 605 }, ['605 ada', '630 ada']],
])('the desk offers times %s', (_, more, expected) => expect(said(more)).toEqual(expected))

it('the desk offers every time of a day once: free times first, then others within the opening hours', () => {
  const groups = timesOfDay({ day: DAY, hours, timeZone: 'Africa/Lagos', free: ['10:00', '10:30'] })
  expect(groups.map(({ kind, times }) => [kind, times.length, times[0], times.at(-1)])).toEqual([
    ['free', 2, '10:00', '10:30'],
    ['open', 22, '09:00', '10:55'],
    ['closed', 264, '00:00', '23:55'],
  ])
  const closed = timesOfDay({ day: DAY, hours: [], timeZone: 'Africa/Lagos', free: [] })
  expect(closed.map(({ kind, times }) => [kind, times.length])).toEqual([['closed', 288]])
})
