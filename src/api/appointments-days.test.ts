import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../contract/appointments.ts'
import { splitByDay } from './appointments-days.ts'

const row = (id: string, appointment_date: string, location = 'fct') =>
  ({ id, appointment_date, user: { location } }) as Appointment

describe('an answer about several days', () => {
  const rows = [
    // Of the clinic's 4 March, which is the 3rd in UTC.
    row('early', '2030-03-04T00:30:00+01:00'),
    row('noon', '2030-03-04T12:00:00+01:00', 'lag'),
    row('later', '2030-03-06T09:00:00+01:00'),
  ]
  const split = (location: string, codes: readonly string[]) =>
    splitByDay(rows, { from: '2030-03-04', to: '2030-03-06', location }, codes).map((of) => [
      of.location,
      of.day.slice(8),
      of.appointments.map(({ id }) => id).join(' '),
    ])

  it('is each of the days of a location, the empty ones too', () =>
    expect(split('fct', [])).toEqual([
      ['fct', '04', 'early noon'],
      ['fct', '05', ''],
      ['fct', '06', 'later'],
    ]))

  it('of all locations is each day of each of them besides', () =>
    expect(split('all', ['fct', 'lag'])).toEqual([
      ['all', '04', 'early noon'],
      ['fct', '04', 'early'],
      ['lag', '04', 'noon'],
      ['all', '05', ''],
      ['fct', '05', ''],
      ['lag', '05', ''],
      ['all', '06', 'later'],
      ['fct', '06', 'later'],
      ['lag', '06', ''],
    ]))
})
