import { expect, it } from 'vitest'
import { type Details, LEFT_OUT, storedDetails } from './details.ts'

const stored = (details: object) => JSON.parse(storedDetails(details as Details))

it.each<[string, object]>([
  ['an id', { patient: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01' }],
  ['ids', { ids: ['a-1', 'b-2'], patients: [], appointments: 3 }],
  ['codes in one text', { fields: 'title, email', overrides: ['closed'], locations: 'all' }],
  ['an instant', { fromAt: '2030-03-04T09:00:00+01:00', before: '2030-02-28T12:00:00.000Z' }],
  ['the name of a feed', { name: 'Dr. Ada Obi', by: 'command line' }],
  ['parameters of a search', { fhir: 'date=ge2030-03-05 actor=Location/fct,Practitioner/fct-musa' }],
  ['nothing', { staff: null, expires: null }],
])('an audit entry keeps %s', (_, details) => expect(stored(details)).toEqual(details))

it.each<[string, object]>([
  ['a reason', { reason: 'Has chemotherapy' }],
  ['a word as a reason', { reason: 'Chemotherapy' }],
  ['a detail that there is not', { complaint: 'pain' }],
  ['a name of an object’s prototype', { constructor: 'pain' }],
  ['a sentence as a code', { because: 'has chemotherapy' }],
  ['a name as an id', { patient: 'Ada Obi' }],
  ['a name among ids', { ids: ['a-1', 'Ada Obi'] }],
  ['a number as an id', { patient: 7 }],
  ['an object', { version: { text: 'pain' } }],
])('an audit entry leaves out %s, and is still written', (_, details) => {
  expect(Object.values(stored(details))).toEqual([LEFT_OUT])
})
