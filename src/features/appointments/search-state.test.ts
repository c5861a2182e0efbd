import { expect, it } from 'vitest'
import { searchOf } from './search-state.ts'

const ada = 'id of ada'

it('is the text that the page was opened with, trimmed', () =>
  expect(searchOf({ search: ' Ngozi ', by: ada }, ada)).toBe('Ngozi'))

it.each([
  null,
  undefined,
  'Ngozi',
  7,
  [],
  {},
  { by: ada },
  { search: '', by: ada },
  { search: '  ', by: ada },
  { search: 7, by: ada },
  { search: null, by: ada },
  { search: 'Ngozi' },
  { search: 'Ngozi', by: 'id of chidi' },
])('is nothing when the history entry holds %j', (state) => expect(searchOf(state, ada)).toBeNull())
