import { expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { BlockersNow } from '../blocked/current.ts'
import { type BookRules, readVisit, timeOfDay } from './book-visit.ts'
import type { Cells } from './columns.ts'
import { wordsOf } from './words.ts'

const NO_BLOCKERS: BlockersNow = {
  version: 1,
  on: () => [],
  leave: () => [],
  cover: () => false,
  isAway: () => false,
  over: () => null,
  parts: () => [],
  strike: () => false,
}
const PART = { blocker: 'b', from: '2030-03-05T09:00:00.000Z', to: '2030-03-05T09:30:00.000Z' }
const leaveOf =
  (doctor: string): BlockersNow['parts'] =>
  (_, ids) =>
    ids.includes(doctor) ? [PART] : []
const now = new Date('2030-03-04T07:00:00+01:00')
const berlin: Clinic = { ...clinicConfig, timeZone: 'Europe/Berlin' }

const rulesOf = (more: Partial<BookRules> = {}): BookRules => {
  const clinic = more.clinic ?? clinicConfig
  return { clinic, words: wordsOf(clinic), blockers: NO_BLOCKERS, now, past: false, given: {}, ...more }
}
const VISIT: Cells = {
  reference: 'A-1',
  date: '2030-03-05',
  time: '10:00',
  doctor: 'fct-okafor',
  first_name: 'Ada',
  last_name: 'Obi',
  phone: '0803 123 4567',
}
const read = (cells: Cells, more?: Partial<BookRules>) =>
  readVisit({ line: 2, cells: { ...VISIT, ...cells } }, rulesOf(more))
const faultsOf = (cells: Cells, more?: Partial<BookRules>) => {
  const result = read(cells, more)
  return 'faults' in result ? result.faults : JSON.stringify(result)
}

it.each<[string, Cells, object]>([
  [
    'a whole one',
    {},
    { startsAt: new Date('2030-03-05T09:00:00Z'), endsAt: new Date('2030-03-05T09:30:00Z') },
  ],
  ['its end', { end_time: '10:45' }, { endsAt: new Date('2030-03-05T09:45:00Z') }],
  ['its minutes', { minutes: '90' }, { endsAt: new Date('2030-03-05T10:30:00Z') }],
  ['both of them alike', { minutes: '45', end_time: '10:45' }, { endsAt: new Date('2030-03-05T09:45:00Z') }],
  ['an hour of one digit', { time: '9:30' }, { startsAt: new Date('2030-03-05T08:30:00Z') }],
  ['a time with its half of the day', { time: '9:30 AM' }, { startsAt: new Date('2030-03-05T08:30:00Z') }],
  ['a doctor by an id in capitals', { doctor: 'FCT-OKAFOR' }, { doctor: { id: 'fct-okafor' } }],
  ['a status as our export writes it', { status: 'Pending' }, { status: 'open' }],
  ['midnight as its end', { time: '23:00', end_time: '24:00' }, { overrides: ['closed'] }],
  ['a doctor by name', { doctor: 'dr. amaka OKAFOR' }, { doctor: { id: 'fct-okafor' } }],
  ['a location by an alias', { location: 'Abuja' }, { location: { code: 'fct' } }],
  ['a service by name', { service: 'Root canal therapy' }, { service: { id: 'root-canal' } }],
  ['no service', {}, { service: null }],
  ['a status', { status: 'Open' }, { status: 'open' }],
  ['a clinic id alone', { clinic_id: 'enm-1', first_name: '', last_name: '' }, { clinicId: 'ENM-1' }],
  ['nobody to reach', { phone: '' }, { phone: '', email: '' }],
  ['a language by its ISO code', { language: 'de' }, { language: 'gr' }],
  ['when it was booked', { booked_on: '2030-02-01' }, { bookedAt: new Date('2030-01-31T23:00:00Z') }],
  ['what begins like a formula, as text', { description: '=1+1' }, { complaint: '=1+1' }],
])('a line means %s', (_, cells, expected) => {
  expect(read(cells)).toMatchObject({ visit: expected })
})

it.each<[string, Cells, string]>([
  ['no reference', { reference: '' }, 'reference: Please give each visit a reference of its own'],
  ['a reference too long', { reference: 'x'.repeat(256) }, 'reference: Please give'],
  ['a day that is none', { date: '2030-02-30' }, 'date: Please write a day as YYYY-MM-DD'],
  ['a day in another order', { date: '05.03.2030' }, 'date: Please write a day as YYYY-MM-DD'],
  ['24:00 as its start', { time: '24:00' }, 'time: Please write a time of day as HH:mm'],
  ['minutes off the grid', { time: '10:07' }, 'time: Please choose a time in steps of five minutes.'],
  [
    'an end before its start',
    { end_time: '09:30' },
    'end_time: It ends before it starts, or after midnight.',
  ],
  ['an end after midnight', { time: '23:45' }, 'minutes: It ends before it starts, or after midnight.'],
  ['five hours', { minutes: '300' }, 'minutes: Please choose a length from 10 to 240 minutes'],
  ['seven minutes', { end_time: '10:07' }, 'end_time: Please choose a length'],
  ['minutes in hexadecimal', { minutes: '0x1E' }, 'minutes: Please choose a length'],
  ['minutes with an exponent', { minutes: '3e1' }, 'minutes: Please choose a length'],
  ['minutes with a fraction', { minutes: '30.0' }, 'minutes: Please choose a length'],
  ['minutes without end', { minutes: 'Infinity' }, 'minutes: Please choose a length'],
  ['minutes in digits of full width', { minutes: '３０' }, 'minutes: Please choose a length'],
  ['13 o’clock in the afternoon', { time: '13:00 PM' }, 'time: Please write a time of day'],
  ['an hour after the day', { time: '25:00' }, 'time: Please write a time of day'],
  ['words for minutes', { minutes: 'long' }, 'minutes: Please choose a length'],
  [
    'two lengths',
    { minutes: '30', end_time: '10:45' },
    'minutes: minutes and end_time say different things.',
  ],
  ['a year that nobody means', { date: '2035-03-05' }, 'date: This date is too far ahead.'],
  ['an unknown doctor', { doctor: 'Dr. Who' }, "doctor: The clinic doesn't have this doctor."],
  ['no doctor', { doctor: '' }, "doctor: The clinic doesn't have this doctor."],
  ['another town', { location: 'lag' }, "doctor: This doctor isn't available at this location."],
  ['every location', { location: 'all' }, "location: The clinic doesn't have this location."],
  ['an unknown service', { service: 'Haircut' }, "service: The clinic doesn't have this service."],
  ['an unknown status', { status: 'maybe' }, 'status: Please write open, confirmed or cancelled'],
  ['done before it began', { status: 'done' }, 'status: An upcoming appointment is open'],
  ['a formula as a name', { first_name: '=HYPERLINK("x")' }, 'first_name: Please use letters'],
  ['no name', { first_name: '' }, 'first_name: Please fill in this field.'],
  ['no email address', { email: 'ada' }, 'email: Please enter an email address'],
  ['no phone number', { phone: '12' }, 'phone: Please enter a phone number'],
  ['a digit too many', { phone: '080311100055' }, 'phone: This number has too many digits.'],
  ['a clinic id like a formula', { clinic_id: '=1' }, 'clinic_id: Please use at most 64'],
  ['a day booked that is to come', { booked_on: '2030-03-09' }, 'booked_on: Please enter a past date'],
  ['a language that is none', { language: 'xx' }, 'language: Please write one of'],
])('a line with %s is wrong', (_, cells, sentence) => expect(faultsOf(cells)).toContain(sentence))

it.each([
  ['9:30', '09:30'],
  ['09:30', '09:30'],
  ['09:30:00', '09:30'],
  ['9:00 AM', '09:00'],
  ['9:00AM', '09:00'],
  ['9:00 p.m.', '21:00'],
  ['12:00 AM', '00:00'],
  ['12:15 pm', '12:15'],
  ['24:00', '24:00'],
  ['0:30 AM', '0:30 AM'],
  ['13:00 PM', '13:00 PM'],
  ['9:30:30', '9:30:30'],
  ['9:30 p. m.', '21:30'],
  ['9:30 AMx', '9:30 AMx'],
  ['９:30', '９:30'],
  ['soon', 'soon'],
])('a time %j is read as %j', (text, time) => expect(timeOfDay(text)).toBe(time))

it('a time that clocks skip is wrong, and one that comes twice is the first', () => {
  const spring = { date: '2030-03-31', time: '02:30' }
  expect(faultsOf(spring, { clinic: berlin })).toBe('time: Clocks skip this time on that day.')
  expect(read({ date: '2030-10-27', time: '02:30' }, { clinic: berlin })).toMatchObject({
    visit: { startsAt: new Date('2030-10-27T00:30:00Z') },
  })
})

it.each<[string, Cells, Partial<BookRules>, object]>([
  ['passed over', {}, {}, { passedOver: true }],
  ['passed over though it has faults', { doctor: 'Dr. Who' }, {}, { passedOver: true }],
  ['taken where they are asked for', {}, { past: true }, { visit: { overrides: [] } }],
  ['taken with their outcome', { status: 'no_show' }, { past: true }, { visit: { status: 'no_show' } }],
])('visits that are over are %s', (_, cells, more, expected) => {
  expect(read({ date: '2030-03-01', time: '03:00', ...cells }, more)).toMatchObject(expected)
})

it('an appointment of eleven years ago counts as a typing mistake', () => {
  expect(faultsOf({ date: '2019-03-01' }, { past: true })).toBe('date: This day is too far in the past.')
})

it.each<[string, Partial<BookRules>, Cells, string[]]>([
  ['closed hours', {}, { date: '2030-03-10' }, ['closed']],
  ['a blocker', { blockers: { ...NO_BLOCKERS, parts: () => [PART] } }, {}, ['blocker']],
  ['leave', { blockers: { ...NO_BLOCKERS, parts: leaveOf('fct-okafor') } }, {}, ['blocker']],
  ["another doctor's leave", { blockers: { ...NO_BLOCKERS, parts: leaveOf('fct-musa') } }, {}, []],
])('the values %s refuse no line', (_, more, cells, overrides) => {
  expect(read(cells, more)).toMatchObject({ visit: { overrides } })
})

it('given values replace what lines leave out', () => {
  expect(read({ doctor: '' }, { given: { doctor: 'fct-musa' } })).toMatchObject({
    visit: { doctor: { id: 'fct-musa' } },
  })
  expect(read({}, { given: { doctor: 'fct-musa' } })).toMatchObject({
    visit: { doctor: { id: 'fct-okafor' } },
  })
})

it('the compared values are those of the appointment, and nothing of its patient', () => {
  const said = (cells: Cells) => {
    const result = read(cells)
    return 'visit' in result ? result.visit.said : null
  }
  expect(said({ phone: '', last_name: 'Eze', description: 'pain' })).toBe(said({}))
  const others: Cells[] = [
    { time: '10:30' },
    { minutes: '45' },
    { status: 'cancelled' },
    { service: 'braces' },
  ]
  for (const other of [...others, { doctor: 'fct-musa' }]) expect(said(other)).not.toBe(said({}))
})
