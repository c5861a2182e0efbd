import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bakedIn, bakedInConstants } from './scripts/build/baked-in.ts'
import { chunkGroups } from './scripts/build/chunk-groups.ts'
import { chunkStats } from './scripts/build/chunk-stats.ts'
import { importChunks } from './scripts/build/import-chunks.ts'

const { name } = bakedIn(process.env)

export default defineConfig({
  define: bakedInConstants(process.env),
  plugins: [
    react(),
    importChunks(),
    chunkStats(),
    devHead(),
  ],
  server: {
    // scripts/dev.ts says where the API listens.
    proxy: { '/api': process.env.DEV_API ?? 'http://127.0.0.1:3000' },
  },
  build: {
    // A data: URL is fetched anew with every page that holds it; a file is kept by the browser.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups() } } } } },
  // The build runs the prerendered page once and throws it away, so that it must be complete in itself.
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
        html.replaceAll('%TITLE%', name).replaceAll('%DESCRIPTION%', '').replaceAll('%SHORT_NAME%', name),
    },
  }
}
