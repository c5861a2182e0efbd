import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRODUCTION = new URL('../../node_modules/react-router/dist/production/', import.meta.url)
const productionFile = (name: string) => fileURLToPath(new URL(name, PRODUCTION))

/**
 * Takes React Router's production files, which its package exports hide behind the development ones,
 * and lets the bundler drop the components that nobody uses: their display names and unmarked
 * `forwardRef` calls otherwise keep forms, links and loaders of the data router in every page
 * (about 5 KB of the first load).
 */
export function trimRouter(): Plugin {
  return {
    name: 'enamel-trim-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: productionFile('index.mjs') },
          { find: /^react-router\/dom$/, replacement: productionFile('dom-export.mjs') },
        ],
      },
    }),
    transform: {
      filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^[A-Za-z]+\.displayName = .*$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}
