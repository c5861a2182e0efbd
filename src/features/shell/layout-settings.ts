import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { onStoredElsewhere } from '../../device/tabs/storage.ts'
import { MODE_KEY } from '../../theme/chosen-mode.ts'

/* Names and storage keys are the specification's (section 3). The settings belong to the device and outlast the session. */

export const LAYOUT_TYPES = ['horizontal', 'vertical'] as const
export type LayoutType = (typeof LAYOUT_TYPES)[number]

export const LAYOUT_MODES = ['light', 'dark'] as const
export type LayoutMode = (typeof LAYOUT_MODES)[number]

/** 'lg' is fluid (specification, section 9). */
export const LAYOUT_WIDTHS = ['lg', 'boxed'] as const

export const BAR_THEMES = ['light', 'dark', 'colored'] as const
export type BarTheme = (typeof BAR_THEMES)[number]

/** Default, compact and small icon view. */
export const SIDEBAR_SIZES = ['lg', 'small', 'sm'] as const
export type SidebarSize = (typeof SIDEBAR_SIZES)[number]

export const SIDEBAR_TYPES = ['default', 'condensed'] as const

const SWITCH = [true, false] as const

function stored<T>(
  key: string,
  allowed: readonly T[],
  initial: T,
  storage: () => Storage = () => localStorage,
) {
  return atomWithStorage<T>(key, initial, choiceStorage(allowed, storage), { getOnInit: true })
}

/** The colour that the top bar starts with in a layout (specification, section 9). */
export const defaultTopbarTheme = (layout: LayoutType): BarTheme =>
  layout === 'horizontal' ? 'colored' : 'light'

const storedLayoutType = stored<LayoutType>('layoutType', LAYOUT_TYPES, 'horizontal')
const storedTopbarTheme = stored<BarTheme | null>('topbarTheme', [...BAR_THEMES, null], null)

/** Another layout resets the colour of the top bar. */
export const layoutTypeAtom = atom(
  (get) => get(storedLayoutType),
  (_get, set, layout: LayoutType) => {
    set(storedLayoutType, layout)
    set(storedTopbarTheme, defaultTopbarTheme(layout))
  },
)

export const topbarThemeAtom = atom(
  (get) => get(storedTopbarTheme) ?? defaultTopbarTheme(get(layoutTypeAtom)),
  (_get, set, theme: BarTheme) => set(storedTopbarTheme, theme),
)

/** Null: the device's mode. */
export const layoutModeTypeAtom = stored<LayoutMode | null>(MODE_KEY, [...LAYOUT_MODES, null], null)
export const layoutWidthAtom = stored('layoutWidth', LAYOUT_WIDTHS, 'lg')
export const leftSideBarThemeAtom = stored<BarTheme>('leftSideBarTheme', BAR_THEMES, 'dark')
export const sidebarSizeTypeAtom = stored<SidebarSize>('sidebarSizeType', SIDEBAR_SIZES, 'lg')
export const leftSideBarTypeAtom = stored('leftSideBarType', SIDEBAR_TYPES, 'default')
export const isPreloaderAtom = stored<boolean>('isPreloader', SWITCH, false)
/** Stored for this tab only: a panel that opens by itself days later is no help. */
export const showRightSidebarAtom = stored<boolean>('showRightSidebar', SWITCH, false, () => sessionStorage)

/** Whether the menu of the horizontal layout is folded away, for as long as the page lives. */
export const isMenuFoldedAtom = atom(false)

/** Present size of the sidebar: the smallest while condensed; the chosen size is kept. */
export const sidebarSizeAtom = atom(
  (get) => (get(leftSideBarTypeAtom) === 'condensed' ? 'sm' : get(sidebarSizeTypeAtom)),
  (_get, set, size: SidebarSize) => {
    set(sidebarSizeTypeAtom, size)
    set(leftSideBarTypeAtom, size === 'sm' ? 'condensed' : 'default')
  },
)

/** Collapses to icons, or expands to the chosen size, which is large after the icon view. */
export const toggleSidebarAtom = atom(null, (get, set) => {
  if (get(sidebarSizeAtom) !== 'sm') return set(leftSideBarTypeAtom, 'condensed')
  const chosen = get(sidebarSizeTypeAtom)
  set(sidebarSizeAtom, chosen === 'sm' ? 'lg' : chosen)
})

/**
 * Stores one of a few allowed values as JSON. Other stored values count as the default; where the browser refuses its
 * storage, a choice lasts until the page is left.
 * @param area is called at each use: a browser may refuse it with an exception
 */
function choiceStorage<T>(allowed: readonly T[], area: () => Storage) {
  const read = (text: string | null): T | undefined => {
    if (text === null) return undefined
    try {
      const value = JSON.parse(text)
      return allowed.find((choice) => choice === value)
    } catch {
      return undefined
    }
  }
  return {
    getItem(key: string, initial: T): T {
      return read(attempt(() => area().getItem(key)) ?? null) ?? initial
    },
    setItem(key: string, value: T): void {
      attempt(() => area().setItem(key, JSON.stringify(value)))
    },
    removeItem(key: string): void {
      attempt(() => area().removeItem(key))
    },
    /** Notifies of a choice made in another tab. */
    subscribe(key: string, onChange: (value: T) => void, initial: T): () => void {
      return onStoredElsewhere(key, (text, changed) => {
        if (changed === attempt(area)) onChange(read(text) ?? initial)
      })
    },
  }
}

function attempt<R>(act: () => R): R | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
