import type { Plugin } from 'vite'

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/].*\.mjs$/
/** What React Router's build makes at its top level, without saying that nothing is lost when it is not used. */
const MAKES_COMPONENT = /\bReact\d*\.(?:forwardRef|memo|createContext)\(/g
/** Names for React's developer tools. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";\n/gm
const CONTEXT_TYPE = /^(\w+)\.contextType = (\w+);\n/gm

/**
 * Lets the build leave out of React Router what the page does not use, a third of it: links, forms and routes, which
 * are called, named or given their context where they are declared. And what Emotion imports for `withTheme` alone.
 * @throws Error from the build when React Router is written in another way by now
 */
export function shakeRouter(): Plugin {
  return {
    name: 'enamel-shake-router',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          treeshake: {
            moduleSideEffects: [
              { test: /[\\/]node_modules[\\/](?:hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
            ],
          },
        },
      },
    }),
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        if (!code.includes('displayName')) return null
        try {
          return { code: withoutSideEffects(code), map: null }
        } catch (error) {
          return this.error(error as Error)
        }
      },
    },
  }
}

/** @throws Error when a part that is expected is not there */
export function withoutSideEffects(code: string): string {
  const replaced = (text: string, what: RegExp, by: string) => {
    if (text.search(what) < 0) throw new Error(`React Router has no ${what.source} any more.`)
    return text.replace(what, by)
  }
  const contextTypes = [...code.matchAll(CONTEXT_TYPE)]
  const inClasses = contextTypes.reduce(
    (text, [, name, context]) =>
      replaced(
        text,
        new RegExp(`^var ${name} = class extends \\S+ \\{\n`, 'm'),
        `$&  static contextType = ${context};\n`,
      ),
    replaced(code, CONTEXT_TYPE, ''),
  )
  return replaced(replaced(inClasses, DISPLAY_NAME, ''), MAKES_COMPONENT, '/* @__PURE__ */ $&')
}
