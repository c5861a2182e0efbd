import { createHash } from 'node:crypto'
import type { PageSources } from '../../build/build-info.ts'
import { escapeHtml } from '../../server/platform/text/text.ts'

/** Parts of a page. Texts are plain. */
export type Page = {
  title: string
  description: string
  shortName: string
  lang?: string
  /** Rules for the head, and what Emotion looks for to know which they are. */
  css: string
  emotionIds?: string
  /** Scripts that run before the first paint, in order. */
  early: readonly string[]
  /** Markup for the head, inside the root and behind it. */
  head?: string
  root?: string
  afterRoot?: string
  /** Whether the app's files load before the markup has come: the page shows nothing useful without them. */
  isAppUrgent?: boolean
  /** Files that the page needs besides those in the template. */
  preload?: readonly string[]
}

/** Files of the app, after the import map: as Vite writes them into the head of its template. */
const APP =
  /<script type="importmap">.*?<\/script>|<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/gs
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s
/** Line breaks of the template. Rendered markup keeps its spaces. */
const BETWEEN_LINES = />\n\s+</g

/**
 * A page from Vite's template. The app's files are named behind the markup: no paint needs them.
 * @throws Error when the page has parts that the policy forbids
 */
export function pageOf(template: string, page: Page): string {
  const files = template.match(APP) ?? []
  if (!files[0]?.includes('importmap')) throw new Error('The template has no import map before its modules.')
  const map = files[0]
  // Async: what waits for the page to be read does not wait for them.
  const modules = files
    .slice(1)
    .map((module) => module.replace('<script type="module"', '<script type="module" async'))
  const preload = (page.preload ?? [])
    .filter((file) => !modules.some((module) => module.includes(`"/${file}"`)))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  // Not as modules, which must follow the import map.
  const urgent = page.isAppUrgent
    ? modules.map((module) => {
        const [, file] = /(?:src|href)="([^"]+)"/.exec(module) ?? []
        return `<link rel="preload" as="script" crossorigin href="${file}">`
      })
    : []
  const emotion = page.emotionIds ? ` data-emotion="css ${page.emotionIds}"` : ''
  const css = followDevice(page.css)
  if (css.includes('</')) throw new Error('A style rule would end the style block of the page.')
  const html = template
    .replaceAll(APP, '')
    .replaceAll(BETWEEN_LINES, '><')
    .replace(/<head>(?:<meta charset[^>]*>)?/, (start) => start + urgent.join(''))
    .replace(page.root ? NO_SCRIPT : '', '')
    .replace('<html lang="en"', `<html lang="${page.lang ?? 'en'}"`)
    .replaceAll('%TITLE%', () => escapeHtml(page.title))
    .replaceAll('%DESCRIPTION%', () => escapeHtml(page.description))
    .replaceAll('%SHORT_NAME%', () => escapeHtml(page.shortName))
    .replace('<!--head-->', () => {
      const scripts = page.early.map((script) => `<script>${script}</script>`)
      return `${page.head ?? ''}${scripts.join('')}<style${emotion}>${css}</style>`
    })
    .replace('<div id="root"></div>', () =>
      [`<div id="root">${page.root ?? ''}</div>`, page.afterRoot, map, ...preload, ...modules].join(''),
    )
  return checked(html)
}

/** Parts that a page's policy names by hash: its style blocks, scripts and import map. */
export function pageSources(html: string): PageSources {
  const hashes = (block: RegExp) => [...html.matchAll(block)].map(([, text = '']) => policyHash(text))
  return {
    styleHashes: hashes(/<style[^>]*>([^<]*)<\/style>/g),
    scriptHashes: hashes(/<script(?: type="importmap")?>(.*?)<\/script>/gs),
  }
}

const policyHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const DARK = /(\[data-mode="?dark"?\])\{([^}]*)\}/

/**
 * Applies the dark scheme by the device's preference too, until a script has chosen: the theme alone binds it to the
 * attribute that its script sets on the root element. Rules equal to the light scheme's are left out.
 */
function followDevice(css: string): string {
  const [rule, selector = '', dark] = DARK.exec(css) ?? []
  if (!rule || dark === undefined)
    throw new Error('The dark colours are not in the styles of the prerendered page.')
  const [, light = ''] = /:root,\s*\[data-mode="?light"?\]\{([^}]*)\}/.exec(css) ?? []
  const inLight = new Set(light.split(';'))
  const others = dark.split(';').filter((declaration) => !inLight.has(declaration))
  const rules = others.join(';')
  return `${css.replace(rule, `${selector}{${rules}}`)}@media (prefers-color-scheme:dark){:root:not([data-mode]){${rules}}}`
}

/** The Content-Security-Policy refuses these silently in the browser; here it is loud. */
export function checked(html: string): string {
  const markup = html.replace(/<style[^>]*>[^<]*<\/style>|<script[^>]*>.*?<\/script>/gs, '')
  const [refused] = /<[^>]+\s(?:style|on[a-z]+)\s*=/i.exec(markup) ?? []
  if (refused) throw new Error(`The browser would ignore an attribute of ${refused.slice(0, 200)}`)
  return html
}
