import { createHash } from 'node:crypto'
import type { Prerendered } from '../../src/app/prerendered.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as it may stand in markup and in the quotes of an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

/** The words of a page's head, as plain text. */
export type Head = { title: string; description: string; shortName: string }

/** A page and the Content-Security-Policy source of its style block. */
export type BuiltPage = { html: string; styleHash: string }

// Seconds before the app has anything to show on a slow device: the mark, where the app itself will put it while it finds
// out who is signed in (src/ui/page-loading.tsx).
const START = '<div id="start"><img src="/icons/mark.svg" width="40" height="40" alt=""></div>'
const START_RULES =
  '#start{display:grid;place-items:center;min-height:100vh;min-height:100dvh}#root:not(:empty)+#start{display:none}'

/** The page for every address that is not prerendered: the ground rules, and the mark until the app fills the root. */
export function shellPage(template: string, head: Head, baseCss: string): BuiltPage {
  return finish(template, head, {
    css: baseCss + START_RULES,
    attributes: '',
    links: [],
    root: '',
    afterRoot: START,
  })
}

// For whoever has chosen another language the app takes the page's place first (public/early.js). Should it not come,
// English is better than nothing.
const WAITING =
  '[data-waits] #root{visibility:hidden;animation:come-all-the-same 0s 10s forwards}' +
  '@keyframes come-all-the-same{to{visibility:visible}}'

const EARLY_SCRIPT = '<script src="/early.js">'

/**
 * The prerendered page: markup in the root, all its rules in one style block, and the chunks that
 * bring it to life announced in the head.
 * The early script runs before the app and does not hold up the first paint: only staff choose a mode, and every
 * patient would wait for it. The other pages have nothing to paint before the app is there.
 * @throws when the markup has what the policy forbids.
 */
export function prerenderedPage(
  template: string,
  head: Omit<Head, 'title'>,
  page: Prerendered,
  preload: readonly string[],
): BuiltPage {
  if (!template.includes(EARLY_SCRIPT)) throw new Error('The template does not load the early script.')
  return finish(
    template.replace(EARLY_SCRIPT, EARLY_SCRIPT.replace('<script', '<script defer')),
    { ...head, title: page.title },
    {
      css: page.baseCss + page.css + WAITING,
      attributes: ` data-emotion="css ${page.emotionIds}"`,
      links: preload.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      root: page.html,
    },
  )
}

type Parts = {
  css: string
  attributes: string
  links: readonly string[]
  root: string
  afterRoot?: string
}

function finish(
  template: string,
  head: Head,
  { css, attributes, links, root, afterRoot = '' }: Parts,
): BuiltPage {
  const rules = followDevice(css)
  if (rules.includes('</')) throw new Error('A style rule would end the style block of the page.')
  const extra = [`<style${attributes}>${rules}</style>`, ...links].join('\n    ')
  const html = template
    .replaceAll('%TITLE%', () => escapeHtml(head.title))
    .replaceAll('%DESCRIPTION%', () => escapeHtml(head.description))
    .replaceAll('%SHORT_NAME%', () => escapeHtml(head.shortName))
    .replace('<!--head-->', () => extra)
    .replace('<div id="root"></div>', () => `<div id="root">${root}</div>${afterRoot}`)
  const styleHash = `sha256-${createHash('sha256').update(rules).digest('base64')}`
  return { html: checked(html), styleHash }
}

/**
 * Makes the dark scheme hold by the device's wish too, for as long as no script has said which one is
 * chosen: the theme alone binds it to the attribute that its script sets.
 */
export function followDevice(css: string): string {
  const dark = /\[data-mode="?dark"?\]\{([^}]*)\}/.exec(css)
  if (!dark) throw new Error('The dark colours are not in the styles of the prerendered page.')
  return `${css}@media (prefers-color-scheme:dark){:root:not([data-mode]){${dark[1]}}}`
}

/** The Content-Security-Policy refuses these silently in the browser; here it is loud. */
export function checked(html: string): string {
  const styled = /<[^>]+\sstyle\s*=/i.exec(html.replace(/<style[^>]*>[^<]*<\/style>/g, ''))
  if (styled) throw new Error(`A style attribute would be ignored by the browser: ${styled[0].slice(0, 200)}`)
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(html)) throw new Error('The page has an inline script.')
  if (/<[^>]+\son[a-z]+\s*=/i.test(html)) throw new Error('The page has an inline event handler.')
  return html
}
