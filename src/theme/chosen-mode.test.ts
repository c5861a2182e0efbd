import { afterEach, expect, it, vi } from 'vitest'
import { chosenMode, MODE_KEY } from './chosen-mode.ts'

afterEach(() => vi.unstubAllGlobals())

const startsIn = (key = MODE_KEY, fallback = 'system') => chosenMode({ key }).get(fallback)
const onPage = (mode?: string) => vi.stubGlobal('document', { documentElement: { dataset: { mode } } })

it('is the mode that stands on the page', () => {
  onPage('dark')
  expect(startsIn()).toBe('dark')
})

it('is the default where none stands, and while the page is written down without a browser', () => {
  expect(startsIn()).toBe('system')
  onPage()
  expect(startsIn()).toBe('system')
})

it('is no answer to the other questions that MUI asks', () => {
  onPage('dark')
  expect(startsIn('mui-color-scheme-light', 'light')).toBe('light')
})
