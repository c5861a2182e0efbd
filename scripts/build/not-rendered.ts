import type { Plugin } from 'vite'

const NOTHING = '\0enamel-nothing'
/** What a button of MUI imports, and by whom, although our theme and our own busy buttons never have it rendered. */
const NEVER_RENDERED = [
  // Ripples are off for all buttons (src/theme/theme-components.ts).
  { source: /\/TouchRipple\.mjs$/, importer: /[\\/]@mui[\\/]material[\\/]ButtonBase[\\/]ButtonBase\.mjs$/ },
  // No button has `loading`: a busy one says so itself (src/ui/form/submit-button.tsx).
  {
    source: /\/CircularProgress\/index\.mjs$/,
    importer: /[\\/]@mui[\\/]material[\\/](?:Icon)?Button[\\/](?:Icon)?Button\.mjs$/,
  },
]

/**
 * Leaves what is never rendered out of the built page, 2.6 KB of a first load: it stands for nothing there.
 * @throws Error from the build when one of these imports is written in another way by now
 */
export function notRendered(): Plugin {
  const found = new Set<RegExp>()
  return {
    name: 'enamel-not-rendered',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /(?:TouchRipple|CircularProgress\/index)\.mjs$/ },
      handler(source, importer = '') {
        const known = NEVER_RENDERED.find((each) => each.source.test(source) && each.importer.test(importer))
        if (!known) return null
        found.add(known.source)
        return NOTHING
      },
    },
    load: { filter: { id: /^\0enamel-nothing$/ }, handler: () => 'export default () => null' },
    buildEnd(error) {
      if (error || this.environment.config.build.ssr) return
      for (const { source } of NEVER_RENDERED)
        if (!found.has(source)) this.error(`MUI's buttons have no ${source.source} any more.`)
    },
  }
}
