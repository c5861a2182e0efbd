import path from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../../build/build-info.ts'

/** Vite's name for the module of the helper around every `import()` in its builds. */
const VITE_HELPER = '\0vite/preload-helper.js'

/** Puts src/import-chunk.ts in the place of Vite's helper, until Firefox 155 is the oldest that is used. */
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
    load: (id) =>
      id === VITE_HELPER
        ? `export { importChunk as __vitePreload } from ${JSON.stringify(path.join(root, 'src/import-chunk.ts'))}`
        : null,
  }
}
