import path from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../../build/build-info.ts'

/** What Vite calls the module in which its builds have their helper around every `import()`. */
const VITE_HELPER = '\0vite/preload-helper.js'

/**
 * Puts src/import-chunk.ts in the place of Vite's helper, and names it the files of every chunk.
 * @throws Error from the build when Vite has another helper by now
 */
export function importChunks(): Plugin {
  return {
    name: 'enamel-import-chunks',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite leaves out the file of a chunk that comes alone.
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'js' && files.length === 0 ? [file] : files,
        },
      },
    }),
    load(id) {
      if (id !== VITE_HELPER) return null
      const ours = path.join(root, 'src/import-chunk.ts')
      return `export { importChunk as __vitePreload } from ${JSON.stringify(ours)}`
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const code = Object.values(bundle).map((chunk) => (chunk.type === 'chunk' ? chunk.code : ''))
      if (code.some((text) => text.includes('vite:preloadError')))
        this.error("Vite's helper for imports is in the build, instead of src/import-chunk.ts.")
    },
  }
}
