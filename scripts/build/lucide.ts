import { icons } from '@iconify-json/lucide'
import type { Plugin } from 'vite'

/** Every icon has these, and the component sets them (src/ui/lucide-icon.tsx). */
const OF_ALL =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g
const SHAPE = /<(path|circle|ellipse|rect|line|polyline|polygon)((?: [a-z\d]+="[^"]*")+)\/>/gi

type Shape = [tag: string, attributes: Record<string, string>]

/**
 * `import Check from 'lucide:check'` is an icon of Lucide as a component, in the chunk of whoever imports it. A name that
 * Lucide does not have fails the build.
 */
export function lucideIcons(): Plugin {
  return {
    name: 'enamel-lucide-icons',
    resolveId: { filter: { id: /^lucide:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0lucide:/ },
      handler(id) {
        const name = id.slice('\0lucide:'.length)
        const icon = icons.icons[name]
        if (!icon) throw new Error(`Lucide has no icon ${name}.`)
        return (
          "import { lucideIcon } from '/src/ui/lucide-icon.tsx'\n" +
          `export default /* @__PURE__ */ lucideIcon(${JSON.stringify(shapesIn(icon.body))})`
        )
      },
    },
  }
}

/**
 * The shapes of a drawing, for React to make: under Trusted Types it may not write one as a text.
 * @throws Error when the drawing has anything else
 */
export function shapesIn(drawing: string): Shape[] {
  const shapes = drawing.replace(OF_ALL, '').replace(/<\/?g>/g, '')
  const rest = shapes.replace(SHAPE, '')
  if (rest !== '') throw new Error(`An icon has more than shapes: ${rest}`)
  return [...shapes.matchAll(SHAPE)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  ])
}
