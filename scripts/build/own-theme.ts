import type { Plugin } from 'vite'

const DEFAULT_THEME = /[\\/]node_modules[\\/]@mui[\\/]material[\\/]styles[\\/]defaultTheme\.mjs$/
const MAKES_THEME = 'createTheme()'

/**
 * Leaves out MUI's own theme, which its components fall back to outside of a theme and which is made as soon as the page's
 * scripts run: all of ours stand in src/theme/theme.ts, and making a second one took as long as a tenth of it.
 * @throws Error from the build when MUI makes it in another way by now
 */
export function ownThemeAlone(): Plugin {
  return {
    name: 'enamel-own-theme-alone',
    apply: 'build',
    transform: {
      filter: { id: DEFAULT_THEME },
      handler(code) {
        if (!code.includes(MAKES_THEME)) return this.error("MUI's own theme is made in another way.")
        return { code: 'export default {}', map: null }
      },
    },
  }
}
