import { expect, it } from 'vitest'
import { searchOf } from './search-state.ts'

it('is the text that the page was opened with, trimmed', () =>
  expect(searchOf({ search: ' Ada ' })).toBe('Ada'))

it.each([
  null,
  undefined,
  'Ada',
  7,
  [],
  {},
  { search: '' },
  { search: '  ' },
  { search: 7 },
  { search: null },
])('is nothing when the history entry holds %j', (state) => expect(searchOf(state)).toBeNull())
