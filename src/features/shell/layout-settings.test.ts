import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

function storageWith(entries: Record<string, string>, area = new Map(Object.entries(entries))) {
  return {
    getItem: (key: string) => area.get(key) ?? null,
    setItem: (key: string, text: string) => void area.set(key, text),
    removeItem: (key: string) => void area.delete(key),
    all: () => Object.fromEntries(area),
  }
}

async function settings(local: Record<string, string> = {}, session: Record<string, string> = {}) {
  const [localStorage, sessionStorage] = [storageWith(local), storageWith(session)]
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.resetModules()
  return { ...(await import('./layout-settings.ts')), store: createStore(), localStorage, sessionStorage }
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => vi.unstubAllGlobals())

describe('with nothing stored', () => {
  it('the layout is horizontal, fluid, with a colored top bar, and follows the device', async () => {
    const s = await settings()
    expect(s.store.get(s.layoutTypeAtom)).toBe('horizontal')
    expect(s.store.get(s.layoutWidthAtom)).toBe('lg')
    expect(s.store.get(s.topbarThemeAtom)).toBe('colored')
    expect(s.store.get(s.layoutModeTypeAtom)).toBe(null)
    expect(s.store.get(s.sidebarSizeAtom)).toBe('lg')
    expect(s.store.get(s.isPreloaderAtom)).toBe(false)
    expect(s.store.get(s.showRightSidebarAtom)).toBe(false)
  })
})

it('stored settings are JSON under the names of the specification', async () => {
  const s = await settings(
    {
      layoutType: '"vertical"',
      layoutModeType: '"dark"',
      layoutWidth: '"boxed"',
      topbarTheme: '"dark"',
      sidebarSizeType: '"small"',
      leftSideBarTheme: '"colored"',
      isPreloader: 'true',
    },
    { showRightSidebar: 'true' },
  )
  expect(s.store.get(s.layoutTypeAtom)).toBe('vertical')
  expect(s.store.get(s.layoutModeTypeAtom)).toBe('dark')
  expect(s.store.get(s.layoutWidthAtom)).toBe('boxed')
  expect(s.store.get(s.topbarThemeAtom)).toBe('dark')
  expect(s.store.get(s.sidebarSizeAtom)).toBe('small')
  expect(s.store.get(s.leftSideBarThemeAtom)).toBe('colored')
  expect(s.store.get(s.isPreloaderAtom)).toBe(true)
  expect(s.store.get(s.showRightSidebarAtom)).toBe(true)
})

it.each(['vertical', '"diagonal"', '', '7', 'null', '["vertical"]'])(
  'a layout stored as %j counts as horizontal',
  async (layoutType) => {
    const s = await settings({ layoutType })
    expect(s.store.get(s.layoutTypeAtom)).toBe('horizontal')
  },
)

it.each([
  ['vertical', 'light'],
  ['horizontal', 'colored'],
] as const)('the %s layout brings a %s top bar along', async (layout, theme) => {
  const s = await settings({ topbarTheme: '"dark"' })
  s.store.set(s.layoutTypeAtom, layout)
  expect(s.store.get(s.topbarThemeAtom)).toBe(theme)
  expect(s.localStorage.all()).toEqual({
    layoutType: JSON.stringify(layout),
    topbarTheme: JSON.stringify(theme),
  })
})

it('a stored vertical layout has a light top bar until one is chosen', async () => {
  const s = await settings({ layoutType: '"vertical"' })
  expect(s.store.get(s.topbarThemeAtom)).toBe('light')
  s.store.set(s.topbarThemeAtom, 'colored')
  expect(s.store.get(s.topbarThemeAtom)).toBe('colored')
})

it('the open settings panel is stored for the tab alone', async () => {
  const s = await settings()
  s.store.set(s.showRightSidebarAtom, true)
  expect(s.sessionStorage.all()).toEqual({ showRightSidebar: 'true' })
  expect(s.localStorage.all()).toEqual({})
})

it.each([
  ['lg', 'sm', 'lg'],
  ['small', 'sm', 'small'],
  ['sm', 'lg', 'sm'],
] as const)('the sidebar chosen as %s toggles to %s and then to %s', async (chosen, first, second) => {
  const s = await settings()
  s.store.set(s.sidebarSizeAtom, chosen)
  s.store.set(s.toggleSidebarAtom)
  expect(s.store.get(s.sidebarSizeAtom)).toBe(first)
  s.store.set(s.toggleSidebarAtom)
  expect(s.store.get(s.sidebarSizeAtom)).toBe(second)
})

it('a browser that refuses its storage still lets one choose', async () => {
  const s = await settings()
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  s.store.set(s.layoutWidthAtom, 'boxed')
  expect(s.store.get(s.layoutWidthAtom)).toBe('boxed')
})
