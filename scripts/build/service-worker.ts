import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { PrecacheEntry } from '../../sw/precache.ts'
import { type Kept, precacheEntries } from './precache.ts'

/**
 * Builds sw/sw.ts as /sw.js into the folder of a client build, once that build is written, with the list of what it
 * keeps. One plain script: Firefox and Safari have known workers that are modules for a short time only.
 * @param finishPages makes of the client build what is served, and says what of it is kept
 * @param onList gets the list that is in the worker
 * @param api base address of the API, for what the worker asks by itself
 */
export function serviceWorker(
  finishPages: () => Promise<Kept>,
  onList: (entries: PrecacheEntry[]) => void,
  api: string,
): PluginOption {
  let kept: Kept
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // The page does both itself (src/device/worker-registration.ts, scripts/build/web-manifest.ts).
    injectRegister: false,
    registerType: 'prompt',
    manifest: false,
    integration: {
      // The plugin would write its list before the pages are.
      beforeBuildServiceWorker: async () => {
        kept = await finishPages()
      },
      configureCustomSWViteBuild: (config) => {
        config.logLevel = 'warn'
        config.define = { ...config.define, __API__: JSON.stringify(api) }
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*'],
      manifestTransforms: [
        (files) => {
          const manifest = precacheEntries(files, kept)
          onList(manifest)
          return { manifest: manifest.map((entry) => ({ ...entry, size: 0 })) }
        },
      ],
    },
  })
}
