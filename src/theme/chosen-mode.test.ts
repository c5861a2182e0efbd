import { afterEach, expect, it, vi } from 'vitest'
import { chosenMode, MODE_KEY } from './chosen-mode.ts'

afterEach(() => vi.unstubAllGlobals())

const startsIn = (key = MODE_KEY, fallback = 'system') => chosenMode({ key }).get(fallback)
const onPage = (mode?: string) => vi.stubGlobal('document', { documentElement: { dataset: { mode } } })

it('the mode is the one set on the page', () => {
  onPage('dark')
  expect(startsIn()).toBe('dark')
})

it('the mode is the default where none is set, and while the build renders the page', () => {
  expect(startsIn()).toBe('system')
  onPage()
  expect(startsIn()).toBe('system')
})

it('the mode is no answer to MUI’s other storage keys', () => {
  onPage('dark')
  expect(startsIn('mui-color-scheme-light', 'light')).toBe('light')
})
