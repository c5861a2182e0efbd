import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bakedIn, bakedInConstants, clinicOfBuild } from './scripts/build/baked-in.ts'
import { chunkGroups } from './scripts/build/chunk-groups.ts'
import { chunkStats } from './scripts/build/chunk-stats.ts'
import { importChunks } from './scripts/build/import-chunks.ts'
import { keptFiles } from './scripts/build/kept-files.ts'
import { prerender } from './scripts/build/prerender.ts'
import { webManifest } from './scripts/build/web-manifest.ts'

const { name, apiBaseUrl } = bakedIn(process.env)
const kept = keptFiles(apiBaseUrl)

export default defineConfig({
  define: bakedInConstants(process.env),
  plugins: [
    react(),
    importChunks(),
    prerender(clinicOfBuild()),
    kept.plugin,
    chunkStats(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      // The page does so itself (src/device/worker-registration.ts).
      injectRegister: false,
      manifest: webManifest({ name }, 'patients'),
      // One plain script: Firefox and Safari have known workers that are modules for a short time only.
      // Which icons an app has is asked at its install.
      includeManifestIcons: false,
      injectManifest: { rollupFormat: 'iife', globPatterns: ['**/*'], manifestTransforms: [kept.list] },
    }),
    devHead(),
  ],
  server: {
    // scripts/dev.ts says where the API listens.
    proxy: { '/api': process.env.DEV_API ?? 'http://127.0.0.1:3000' },
  },
  build: {
    outDir: 'dist/client',
    // A data: URL is fetched anew with every page that holds it; a file is kept by the browser.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Chunks import one another by names that outlive their contents: a changed line changes one of them
    // (docs/decisions/057-how-a-page-starts.md).
    chunkImportMap: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: ['index.html', 'visit.html'],
          // Names would be a third of the import map in every page.
          output: { codeSplitting: chunkGroups(), chunkFileNames: 'assets/[hash].js' },
        },
      },
    },
  },
  // What renders the pages is run once and thrown away, so that it must be complete in itself.
  ssr: { noExternal: true },
})

/** While developing, the words that the build otherwise writes into the page's head. */
function devHead(): Plugin {
  return {
    name: 'enamel-dev-head',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%TITLE%', name)
          .replaceAll('%DESCRIPTION%', '')
          .replaceAll('%SHORT_NAME%', name)
          .replace('<!--head-->', '<script src="/early.js"></script>'),
    },
  }
}
