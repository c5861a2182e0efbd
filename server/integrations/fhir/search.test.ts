import { expect, it } from 'vitest'
import type { SearchParam } from '../../../contract/fhir.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import {
  afterCursor,
  commonPeriod,
  cursorOf,
  dateWanted,
  isPlace,
  parsedSearch,
  referenceOf,
  tokenValue,
} from './search.ts'

const ZONE = 'Africa/Lagos'
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

it.each([
  ['2030-03-05', '2030-03-04T23:00:00.000Z', '2030-03-05T23:00:00.000Z'],
  ['eq2030-03', '2030-02-28T23:00:00.000Z', '2030-03-31T23:00:00.000Z'],
  ['2030', '2029-12-31T23:00:00.000Z', '2030-12-31T23:00:00.000Z'],
  ['2030-12', '2030-11-30T23:00:00.000Z', '2030-12-31T23:00:00.000Z'],
  ['2030-03-05T10:00', '2030-03-05T09:00:00.000Z', '2030-03-05T09:01:00.000Z'],
  ['2030-03-05T10:00:30Z', '2030-03-05T10:00:30.000Z', '2030-03-05T10:00:31.000Z'],
  ['2030-03-05T10:00:30.250+02:00', '2030-03-05T08:00:30.250Z', '2030-03-05T08:00:30.251Z'],
  ['2030-03-05T10:00:00 01:00', '2030-03-05T09:00:00.000Z', '2030-03-05T09:00:01.000Z'],
  ['ge2030-03-05', '2030-03-04T23:00:00.000Z', null],
  ['gt2030-03-05', '2030-03-05T23:00:00.000Z', null],
  ['sa2030-03-05', '2030-03-05T23:00:00.000Z', null],
  ['lt2030-03-05', null, '2030-03-04T23:00:00.000Z'],
  ['eb2030-03-05', null, '2030-03-04T23:00:00.000Z'],
  ['le2030-03-05', null, '2030-03-05T23:00:00.000Z'],
])('a search date %s spans %s to %s', (text, from, to) => {
  const wanted = dateWanted('date', text, ZONE)
  expect([iso(wanted.from), iso(wanted.to), wanted.isNot]).toEqual([from, to, false])
})

it.each([
  '',
  'soon',
  '2030-02-30',
  '2030-13',
  'ap2030',
  '2030-03-05T25:00',
  '2030-03-05T10',
  '20300305',
  '9999',
  'ne',
])('a search value %j is refused', (text) =>
  expect(() => dateWanted('date', text, ZONE)).toThrow(HttpFailure),
)

it("the prefix 'ne' inverts a date, and is refused in a range", () => {
  const wanted = dateWanted('date', 'ne2030', ZONE)
  expect(wanted.isNot).toBe(true)
  expect(() => commonPeriod('start', [wanted])).toThrow(HttpFailure)
})

it('several parameters mean all of them, several values any', () => {
  const query = new URLSearchParams('status=booked,pending&status=booked&date=ge2030&_count=500&_pretty=true')
  expect(parsedSearch('Appointment', query)).toEqual({
    params: new Map([
      ['status', [['booked', 'pending'], ['booked']]],
      ['date', [['ge2030']]],
    ]),
    count: 100,
    after: null,
    sort: null,
  })
})

it.each([
  'colour=red',
  'toString=x',
  'status:not=booked',
  'status=',
  'status=booked,',
  '_count=0',
  '_count=x',
  '_sort=-date',
  `_id=${'a,'.repeat(60)}`,
  `status=%00`,
  'status=%5C',
])('a token %s is refused, and not repeated', (text) => {
  expect(() => parsedSearch('Appointment', new URLSearchParams(text), ['date'])).toThrow(HttpFailure)
  expect(() => parsedSearch('Appointment', new URLSearchParams(text), ['date'])).not.toThrow(/red|not=|-date/)
})

const BASE = 'https://enamel.example/api/fhir'
const ACTOR: SearchParam = {
  name: 'actor',
  type: 'reference',
  target: ['Practitioner', 'Location'],
  documentation: '',
}
const PATIENT: SearchParam = { name: 'patient', type: 'reference', target: ['Patient'], documentation: '' }

it.each([
  [ACTOR, 'Practitioner/fct-musa', 'Practitioner', 'fct-musa'],
  [ACTOR, `${BASE}/Location/fct`, 'Location', 'fct'],
  [PATIENT, 'x', 'Patient', 'x'],
  [PATIENT, 'Patient/x', 'Patient', 'x'],
  [PATIENT, `${BASE}/Patient/x`, 'Patient', 'x'],
])('a reference is read: %j %s', (param, text, type, id) => {
  expect(referenceOf(param, text, BASE)).toEqual({ type, id })
})

it.each([
  [ACTOR, 'fct-musa'],
  [ACTOR, 'Patient/x'],
  [ACTOR, 'constructor/x'],
  [PATIENT, 'https://other.example/fhir/Patient/x'],
  [PATIENT, `${BASE}.other.example/Patient/x`],
  [PATIENT, 'Patient/x/_history/1'],
  [PATIENT, 'Patient/'],
  [PATIENT, 'patient/x'],
  [PATIENT, 'Ada Obi'],
])('another text than a reference is refused: %j %s', (param, text) => {
  expect(() => referenceOf(param, text, BASE)).toThrow(HttpFailure)
})

it.each([
  ['7', '7'],
  ['urn:own|7', '7'],
  ['urn:other|7', null],
  ['|7', null],
])('the value of the token %s is %s', (token, value) => {
  expect(tokenValue('identifier', token, 'urn:own')).toBe(value)
})

it('a search continues from its own cursors alone', () => {
  const isOne = (parts: unknown[]) => parts.length === 1
  expect(afterCursor(cursorOf([7]), isOne)).toEqual([7])
  for (const text of ['', 'x', cursorOf([1, 2]), Buffer.from('{}').toString('base64url')])
    expect(() => afterCursor(text, isOne)).toThrow(HttpFailure)
})

it.each([[-1], [1.5], [2 ** 53], [8.64e15], [1e308], ['1'], [null]])(
  'no page of a list by time begins at %s',
  (at) => {
    expect(isPlace([at, 'fct-musa'])).toBe(false)
    expect(isPlace([1, 'fct-musa'])).toBe(true)
  },
)
