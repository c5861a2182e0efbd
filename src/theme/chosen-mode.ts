import type { ThemeProviderProps } from '@mui/material/styles'

declare global {
  interface Window {
    /** Set by public/early.js, also for the browser's own bar; missing when that file could not be fetched. */
    showMode?: (mode: 'light' | 'dark') => void
  }
}

/** Under this key MUI asks for the mode; it is also the name in local storage (specification, section 3). */
export const MODE_KEY = 'layoutModeType'

/** Gives MUI the mode that public/early.js put on <html>. The layout settings store it, since MUI would not write JSON. */
export const chosenMode: NonNullable<ThemeProviderProps['storageManager']> = ({ key }) => ({
  get: (fallback) => (key === MODE_KEY && globalThis.document?.documentElement.dataset.mode) || fallback,
  set: () => {},
  subscribe: () => () => {},
})
