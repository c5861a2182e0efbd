import { build } from 'vite'
import { root } from '../../build/build-info.ts'
import type { Precache } from '../../sw/precache.ts'

/**
 * Builds the service worker as /sw.js into the built page's folder. One plain script: Firefox and Safari have known
 * workers that are modules for a short time only.
 */
export async function buildWorker(client: string, precache: Precache, apiBaseUrl: string): Promise<void> {
  await build({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    define: { __PRECACHE__: JSON.stringify(precache), __API__: JSON.stringify(apiBaseUrl) },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: { sw: 'sw/worker.ts' },
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  })
}
