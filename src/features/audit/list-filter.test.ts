import { expect, it } from 'vitest'
import { filterOf, searchOf } from './list-filter.ts'

const nothing: ReturnType<typeof filterOf> = { staff: '', kind: '', about: '', from: '', to: '', page: 1 }
const ID = '0199aaaa-0000-4000-8000-000000000001'

it.each<[string, typeof nothing]>([
  ['', nothing],
  ['?page=3', { ...nothing, page: 3 }],
  [`?staff=${ID}&kind=reads`, { ...nothing, staff: ID, kind: 'reads' }],
  [
    '?about=K7MPQR34&from=2030-03-04&to=2030-03-05',
    { ...nothing, about: 'K7MPQR34', from: '2030-03-04', to: '2030-03-05' },
  ],
])('the address %s is a filter, and back', (search, filter) => {
  expect(filterOf(search)).toEqual(filter)
  expect(searchOf(filter)).toBe(search)
})

it.each([
  '?kind=others',
  '?staff=ada',
  '?about=Ada%20Obi',
  '?from=2030-02-30',
  '?from=2030-03-05&to=2030-03-04',
])('a filter that the server would refuse counts as empty: %s', (search) =>
  expect(filterOf(search)).toEqual(nothing),
)
