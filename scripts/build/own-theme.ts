import type { Plugin } from 'vite'

const DEFAULT_THEME = /[\\/]node_modules[\\/]@mui[\\/]material[\\/]styles[\\/]defaultTheme\.mjs$/
const MAKES_ONE = /= createTheme\(\);/

/**
 * Leaves out MUI's own theme, which its components fall back to outside of a theme and which is made as soon as the page's
 * scripts run: all of ours stand in src/theme/theme.ts.
 * @throws Error from the build when MUI makes it in another way by now
 */
export function ownThemeAlone(): Plugin {
  return {
    name: 'enamel-own-theme-alone',
    apply: 'build',
    transform: {
      filter: { id: DEFAULT_THEME },
      handler(code) {
        try {
          return { code: withoutTheme(code), map: null }
        } catch (error) {
          return this.error(error as Error)
        }
      },
    },
  }
}

/** @throws Error when no theme is made in it */
export function withoutTheme(code: string): string {
  if (!MAKES_ONE.test(code)) throw new Error("MUI's own theme is made in another way by now.")
  return code.replace(MAKES_ONE, '= {};')
}
