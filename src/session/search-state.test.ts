import { afterEach, expect, it, vi } from 'vitest'
import { searchOf, searchState } from './search-state.ts'

const ada = 'id of ada'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('the search is the text that the page was opened with, trimmed', () =>
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
])('the search is empty when the history entry holds %j', (state) => expect(searchOf(state, ada)).toBeNull())

it('the search is stored in the history entry, which survives a reload', () =>
  expect(searchState('Ngozi', ada)).toEqual({ search: 'Ngozi', by: ada }))

it('the search stays in memory on a reception tablet, whose history may be read from its disk', () => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'receptionTablet' ? 'set_up' : null) })
  const state = searchState('Ngozi', ada)
  expect(JSON.stringify(state)).not.toContain('Ngozi')
  expect(searchOf(state, ada)).toBe('Ngozi')
  expect(searchOf(state, 'id of chidi')).toBeNull()
  expect(searchOf({ search: 'of before the reload', by: ada }, ada)).toBeNull()
})
