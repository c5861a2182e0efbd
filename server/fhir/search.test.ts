import { expect, it } from 'vitest'
import { HttpFailure } from '../http/failure.ts'
import { afterCursor, commonPeriod, cursorOf, dateWanted, parsedSearch, referenceOf } from './search.ts'

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
])('%s means from %s to %s', (text, from, to) => {
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
])('%j is refused', (text) => expect(() => dateWanted('date', text, ZONE)).toThrow(HttpFailure))

it("'ne' turns it round, and has no place in a range", () => {
  const wanted = dateWanted('date', 'ne2030', ZONE)
  expect(wanted.isNot).toBe(true)
  expect(() => commonPeriod('start', [wanted])).toThrow(HttpFailure)
})

it('a list of parameters is all of them, a list of values any', () => {
  const query = new URLSearchParams('status=booked,pending&status=booked&date=ge2030&_count=500&_pretty=true')
  expect(parsedSearch('Appointment', query, { isStrict: true })).toEqual({
    params: { status: [['booked', 'pending'], ['booked']], date: [['ge2030']] },
    count: 100,
    after: null,
    sort: null,
    unknown: [],
  })
})

it('what there is not is left out, or refused where the caller is strict', () => {
  const query = new URLSearchParams('colour=red')
  expect(parsedSearch('Location', query, { isStrict: false }).unknown).toEqual(['colour'])
  expect(() => parsedSearch('Location', query, { isStrict: true })).toThrow(HttpFailure)
})

it.each(['status:not=booked', '_count=0', '_count=x', `_id=${'a,'.repeat(60)}`, `status=%00`])(
  '%s is refused also where the caller is lenient',
  (text) =>
    expect(() => parsedSearch('Appointment', new URLSearchParams(text), { isStrict: false })).toThrow(
      HttpFailure,
    ),
)

it('reads references, also as whole addresses', () => {
  expect(referenceOf('actor', 'Practitioner/fct-musa')).toEqual({ type: 'Practitioner', id: 'fct-musa' })
  expect(referenceOf('actor', 'https://x.example/api/fhir/Location/fct')).toEqual({
    type: 'Location',
    id: 'fct',
  })
  expect(() => referenceOf('actor', 'fct-musa')).toThrow(HttpFailure)
})

it('goes on from its own cursors alone', () => {
  const isOne = (parts: unknown[]) => parts.length === 1
  expect(afterCursor(cursorOf([7]), isOne)).toEqual([7])
  for (const text of ['', 'x', cursorOf([1, 2]), Buffer.from('{}').toString('base64url')])
    expect(() => afterCursor(text, isOne)).toThrow(HttpFailure)
})
