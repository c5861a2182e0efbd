import { describe, expect, it } from 'vitest'
import { callOf, questionOf } from './seal.ts'

const ID = '0199aaaa-0000-7000-8000-000000000001'

describe('a stored answer', () => {
  it.each([
    [
      'a page of the list',
      'POST',
      '/appointments/all?status=&page=2&limit=10',
      '{}',
      'POST /appointments/all?limit=10&page=2',
    ],
    [
      'a filtered page',
      'POST',
      '/appointments/fct?status=1&page=1&limit=10',
      '{}',
      'POST /appointments/fct?limit=10&page=1&status=1',
    ],
    [
      'days',
      'POST',
      '/appointments/fct?to=2030-03-05&from=2030-03-04&all=1',
      '{}',
      'POST /appointments/fct?all=1&from=2030-03-04&to=2030-03-05',
    ],
    ['details', 'GET', `/appointments/${ID}`, undefined, `GET /appointments/${ID}`],
    ['a record', 'GET', `/patients/${ID}`, undefined, `GET /patients/${ID}`],
    ['blockers', 'GET', '/blockers?type=&page=1&limit=10', undefined, 'GET /blockers?limit=10&page=1'],
    [
      'blockers of a type',
      'GET',
      '/blockers?type=One+Time&page=1&limit=10',
      undefined,
      'GET /blockers?limit=10&page=1&type=One+Time',
    ],
    ['the bell', 'GET', '/notifications', undefined, 'GET /notifications'],
    ['doctors', 'PATCH', '/fetch/doctors', '{"location":"fct"}', 'PATCH /fetch/doctors {"location":"fct"}'],
  ])('has the request as its key: %s', (_, method, path, body, question) => {
    expect(questionOf(method, path, body)).toBe(question)
  })

  it('can be read back', () => {
    const call = callOf('GET /blockers?limit=10&page=1&type=One+Time')
    expect([call.method, call.path, call.params.get('type'), call.body]).toEqual([
      'GET',
      '/blockers',
      'One Time',
      undefined,
    ])
    expect(callOf('PATCH /fetch/doctors {"location":"fct"}').body).toEqual({ location: 'fct' })
  })
})

it.each([
  ['a search', 'POST', '/appointments/all?page=1&limit=10', '{"search":"Ada"}'],
  ['a search in an address', 'POST', '/appointments/all?page=1&limit=10&search=Ada', '{}'],
  ['a body that says nothing', 'POST', '/appointments/all?page=1&limit=10', undefined],
  ['a booking', 'POST', '/appointments/book', '{}'],
  ['a booking at the desk', 'POST', '/appointments/desk', '{}'],
  ['an export', 'POST', '/appointments/all/export', '{}'],
  ['events', 'GET', '/events', undefined],
  ['a change', 'PATCH', `/appointments/${ID}`, '{"isOpen":false}'],
  ['a preview', 'GET', '/blockers/preview?type=Weekly', undefined],
  ['a list of blockers of a length that no page shows', 'GET', '/blockers?page=1&limit=50', undefined],
  ['a location as somebody may spell it', 'POST', '/appointments/Ada%20Obi?page=1&limit=10', '{}'],
  ['doctors with something beside', 'PATCH', '/fetch/doctors', '{"location":"fct","search":"Ada"}'],
  ['patients', 'GET', '/patients', undefined],
  ['a search for patients', 'POST', '/patients/search', '{"search":"Ada"}'],
  ['a record that is corrected', 'PATCH', `/patients/${ID}`, '{"email":"ada@example.com"}'],
  ['what is written into a record', 'POST', `/patients/${ID}/notes`, '{"text":"Afraid of needles"}'],
  ['a sign-in', 'POST', '/auth/signin', '{}'],
])('%s is never stored', (_, method, path, body) => {
  expect(questionOf(method, path, body)).toBeNull()
})
