import { expect, it } from 'vitest'
import { filterOf, searchOf } from './list-filter.ts'

it.each([
  ['', { type: '', page: 1 }],
  ['?type=Weekly', { type: 'Weekly', page: 1 }],
  ['?type=One+Time&page=2', { type: 'One Time', page: 2 }],
  ['?page=7', { type: '', page: 7 }],
] as const)('the address %s shows %j, which is written back the same', (search, filter) => {
  expect(filterOf(search)).toEqual(filter)
  expect(searchOf(filter)).toBe(search)
})

it.each([
  '?type=Hourly',
  '?type=weekly',
  '?page=0',
  '?page=-1',
  '?page=2.5',
  '?page=x',
  '?page=9999999',
  '?page=1e9',
])('an invalid filter in %s is ignored', (search) => expect(filterOf(search)).toEqual({ type: '', page: 1 }))
