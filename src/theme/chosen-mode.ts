import type { ThemeProviderProps } from '@mui/material/styles'

declare global {
  interface Window {
    /** Shows the page in a mode, the browser's own bar included. Set by public/early.js; missing when that could not be fetched. */
    showMode?: (mode: 'light' | 'dark') => void
  }
}

/** Under this key MUI asks for the mode; it is also the name in local storage (specification, section 3). */
export const MODE_KEY = 'layoutModeType'

/**
 * Tells MUI the mode that public/early.js found stored and put on <html>; without one it follows the device.
 * Storing is left to the layout settings, which write JSON where MUI would write its own form.
 */
export const chosenMode: NonNullable<ThemeProviderProps['storageManager']> = ({ key }) => ({
  get: (fallback) => (key === MODE_KEY && globalThis.document?.documentElement.dataset.mode) || fallback,
  set: () => {},
  subscribe: () => () => {},
})
