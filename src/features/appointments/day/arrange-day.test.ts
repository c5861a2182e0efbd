import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../../../contract/appointments.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { arrangeDay, byLocation, currentStart, type PlaceDay } from './arrange-day.ts'

const ada = { id: 'ada', name: 'Dr. Ada' }
const bola = { id: 'bola', name: 'Dr. Bola' }
const gone = { id: 'gone', name: 'Dr. Gone' }
const left = { id: 'left', name: 'Dr. Away' }

const openFrom = (from: string, to: string): OpeningHours => Array(7).fill([{ from, to }])

function appointment(reference: string, instant: string, doctor = ada, location = 'lag'): Appointment {
  return {
    id: reference,
    reference,
    appointment_date: instant,
    duration: 30,
    isOpen: true,
    status: 'open',
    version: 1,
    blocked: false,
    visit: null,
    visitTimes: {},
    patientConfirmedAt: null,
    channel: 'web',
    moved: 0,
    waiting: null,
    marks: [],
    serviceText: 'Consultation',
    description: '',
    doctor,
    user: { location, surname: '', other_names: '', address: '', email: '', phone_number: '' },
  }
}

/** A day as lines: '09:00 | A | free', the doctors first; '-' neither taken nor free. */
function lines(more: Partial<PlaceDay>): string[] {
  const { doctors, rows } = arrangeDay({
    day: '2030-03-04',
    timeZone: 'Africa/Lagos',
    hours: openFrom('09:00', '10:30'),
    doctors: [ada, bola],
    appointments: [],
    offered: [],
    ...more,
  })
  const cells = rows.map(({ time, cells }) => [
    time,
    ...cells.map(({ appointments, isFree }) =>
      [...appointments.map(({ reference }) => reference), ...(isFree ? ['free'] : [])].join('+'),
    ),
  ])
  return [['', ...doctors.map(({ id }) => id)], ...cells].map((row) =>
    row.map((cell) => cell || '-').join(' | '),
  )
}

describe('a day of a location', () => {
  it.each<[string, Partial<PlaceDay>, string[]]>([
    [
      'has a row for each slot of its hours and a column for each doctor',
      {},
      ['- | ada | bola', '09:00 | - | -', '09:30 | - | -', '10:00 | - | -'],
    ],
    [
      'shows two appointments of one time side by side, whatever order they come in',
      {
        appointments: [
          appointment('B', '2030-03-04T09:30:00+01:00', bola),
          appointment('A', '2030-03-04T09:30:00+01:00', ada),
        ],
      },
      ['- | ada | bola', '09:00 | - | -', '09:30 | A | B', '10:00 | - | -'],
    ],
    [
      'says free where the server offers the time and the doctor has nothing',
      { offered: ['09:30', '10:00'], appointments: [appointment('A', '2030-03-04T10:00:00+01:00')] },
      ['- | ada | bola', '09:00 | - | -', '09:30 | free | free', '10:00 | A | free'],
    ],
    [
      'gives an appointment outside the hours a row of its own',
      {
        appointments: [
          appointment('late', '2030-03-04T18:00:00+01:00', bola),
          appointment('early', '2030-03-04T07:30:00+01:00', ada),
        ],
      },
      [
        '- | ada | bola',
        '07:30 | early | -',
        '09:00 | - | -',
        '09:30 | - | -',
        '10:00 | - | -',
        '18:00 | - | late',
      ],
    ],
    [
      'calls no time free into which an appointment off the grid reaches',
      {
        offered: ['09:00', '09:30', '10:00'],
        appointments: [appointment('A', '2030-03-04T09:10:00+01:00')],
      },
      ['- | ada | bola', '09:00 | - | free', '09:10 | A | -', '09:30 | - | free', '10:00 | free | free'],
    ],
    [
      'keeps the doctors that no longer work there, by name, and offers no time of theirs',
      {
        hours: openFrom('09:00', '09:30'),
        offered: ['09:00'],
        appointments: [
          appointment('G', '2030-03-04T09:30:00+01:00', gone),
          appointment('L', '2030-03-04T09:30:00+01:00', left),
        ],
      },
      ['- | ada | bola | left | gone', '09:00 | free | free | - | -', '09:30 | - | - | L | G'],
    ],
    ['has no rows when it is closed and nobody comes', { hours: Array(7).fill([]) }, ['- | ada | bola']],
    [
      'has a row for each of the times that clocks show twice when they go back',
      {
        day: '2030-10-27',
        timeZone: 'Europe/Berlin',
        hours: openFrom('01:30', '03:30'),
        offered: ['02:30'],
        appointments: [
          appointment('second', '2030-10-27T02:30:00+01:00', bola),
          appointment('first', '2030-10-27T02:30:00+02:00', ada),
        ],
      },
      [
        '- | ada | bola',
        '01:30 | - | -',
        '02:00 | - | -',
        '02:30 | first | free',
        '02:30 | - | second',
        '03:00 | - | -',
      ],
    ],
    [
      'has one row for a time that clocks skip and the one that they show instead',
      {
        day: '2030-03-31',
        timeZone: 'Europe/Berlin',
        hours: openFrom('01:30', '04:00'),
        appointments: [appointment('A', '2030-03-31T03:30:00+02:00')],
      },
      ['- | ada | bola', '01:30 | - | -', '03:00 | - | -', '03:30 | A | -'],
    ],
  ])('%s', (_, more, expected) => expect(lines(more)).toEqual(expected))
})

describe('the row of the present time', () => {
  const nine = Date.parse('2030-03-04T09:00:00+01:00')
  const minutes = (count: number) => nine + count * 60_000
  // A break from half past nine to eleven.
  const rows = [{ at: nine }, { at: minutes(120) }]
  it.each([
    ['before the first', -1, null],
    ['at its start', 0, nine],
    ['in its last minute', 29, nine],
    ['in the break', 30, null],
    ['in the last', 149, minutes(120)],
    ['after the last', 150, null],
  ])('%s', (_, after, expected) => expect(currentStart(rows, minutes(after))).toBe(expected))
})

it('groups by location in the order asked for, and loses no appointment of a location that is gone', () => {
  const at = '2030-03-04T09:00:00+01:00'
  const all = [
    appointment('K', at, ada, 'kan'),
    appointment('F', at, ada, 'fct'),
    appointment('G', at, bola, 'fct'),
  ]
  const found = byLocation(all, ['lag', 'fct'])
  expect(found.map(({ code, appointments }) => [code, ...appointments.map(({ id }) => id)])).toEqual([
    ['lag'],
    ['fct', 'F', 'G'],
    ['kan', 'K'],
  ])
})
