import { createHash } from 'node:crypto'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from '../../src/app/prerendered.ts'
import { firstRules } from './first-rules.ts'
import { firstVariables } from './first-variables.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as it may stand in markup and in the quotes of an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

const EARLY_SCRIPT = '<script src="/early.js"></script>'
/** The template's modules: the bundler names what its entry imports one by one. */
const MODULE =
  /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?\s*/g

/** Where the template goes on in another line. Of what is rendered no space is taken. */
const BETWEEN_LINES = />\n\s+</g

/** What the plain page says without JavaScript; the booking page says more. */
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s

/** The words of a page's head, as plain text. */
export type Head = { title: string; description: string; shortName: string }

/** A page and the Content-Security-Policy sources of its style blocks and of its inline scripts. */
export type BuiltPage = { html: string; styleHashes: string[]; scriptHashes: string[] }

/**
 * The page for every address that is not prerendered: the ground rules, and until the app fills the root the mark, or for
 * whoever has a session the frame of the staff pages (src/features/shell/start-frame.tsx). The early script chooses by
 * the addresses that stand before it, and starts the app after the first frame, which would wait for all its modules.
 * It stands in the page itself: the first paint would wait for its file too. On a slow device the browser pauses before it
 * has read as far as the frame, and would paint an empty page meanwhile: it is told to wait for the frame.
 */
export function shellPage(
  template: string,
  head: Head,
  baseCss: string,
  start: PrerenderedStart,
  { earlyScript }: StaffScripts,
): BuiltPage {
  const modules = modulesOf(template)
  if (!template.includes(EARLY_SCRIPT)) throw new Error('The template does not load the early script.')
  const early = [
    '<link rel="expect" href="#start" blocking="render" />',
    `<meta name="staff-pages" content="${escapeHtml(start.staffPaths.join(' '))}" />`,
    `<meta name="app" content="${modules.join(' ')}" />`,
    `<script>${earlyScript}</script>`,
  ].join('\n    ')
  const { first, later } = inTwo(baseCss + start.css, earlyScript + start.html)
  return finish(
    template.replaceAll(MODULE, '').replace(EARLY_SCRIPT, () => early),
    head,
    {
      css: first,
      waitingCss: later,
      attributes: '',
      root: '',
      afterRoot: start.html,
      inlineScripts: [earlyScript],
      mapWaits: true,
    },
  )
}

/** What the page of staff has besides its frame. */
type StaffScripts = {
  /** public/early.js, early-app.js and early-staff.js, minified. */
  earlyScript: string
}

// For whoever has chosen another language than the page's the app takes its place first (public/early.js). Should it not
// come, that language is better than nothing.
const WAITING =
  '[data-waits] #root{visibility:hidden;animation:come-all-the-same 0s 10s forwards}' +
  '@keyframes come-all-the-same{to{visibility:visible}}'

/** Which file each chunk is (docs/decisions/057-how-a-page-starts.md). It has to be inline: no browser fetches one. */
const IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/

/** What the booking page has besides its markup. */
type BookingScripts = {
  /** public/early.js, minified: in the page itself, since a press is remembered from the first paint on. */
  earlyScript: string
  /** public/early-app.js and early-booking.js, minified. */
  bookingScript: string
  /** Chunks that go with the app. */
  also: readonly string[]
  /** The language that it is written in. */
  iso?: string
}

/**
 * The prerendered page: markup in the root, rules in the head.
 * @throws when the markup has what the policy forbids.
 */
export function prerenderedPage(
  template: string,
  head: Omit<Head, 'title'>,
  page: Prerendered,
  { earlyScript, bookingScript, also, iso = 'en' }: BookingScripts,
): BuiltPage {
  if (!template.includes(EARLY_SCRIPT)) throw new Error('The template does not load the early script.')
  const files = dataOf({ app: modulesOf(template).join(' '), also: addressesOf(also) })
  return finish(
    template
      .replaceAll(MODULE, '')
      .replace(EARLY_SCRIPT, () => `<script>${earlyScript}</script>`)
      .replace('<html lang="en"', `<html lang="${iso}"`)
      .replace(NO_SCRIPT, ''),
    { ...head, title: page.title },
    {
      css: page.baseCss + page.css + WAITING + page.afterRootCss,
      attributes: ` data-emotion="css ${page.emotionIds}"`,
      root: page.html,
      afterRoot: `${page.afterRoot}${page.withoutScript}<template id="booking-files"${files}></template><script>${bookingScript}</script>`,
      inlineScripts: [earlyScript, bookingScript],
      mapWaits: true,
    },
  )
}

/**
 * What is painted first, and what comes behind it.
 * @param shown what else is there by then, and may name a variable: markup, scripts
 * @param more rules that come behind it too
 */
function inTwo(css: string, shown: string, more = ''): { first: string; later: string } {
  const rules = firstRules(css)
  const variables = firstVariables(rules.first, shown)
  const later = variables.later + rules.later + more
  return { first: variables.first, later: DARK.test(later) ? followDevice(later) : later }
}

const addressesOf = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ')
const dataOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts)
    .map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
    .join('')

/** The page of a visit by its own link: its frame, and the script that takes its place. */
export function visitPage(
  template: string,
  head: Omit<Head, 'title'>,
  page: PrerenderedVisit & { baseCss: string },
  earlyScript: string,
): BuiltPage {
  if (!template.includes(EARLY_SCRIPT)) throw new Error('The template does not load the early script.')
  const modules = [...template.matchAll(MODULE)].map(([element]) => element)
  return finish(
    template.replaceAll(MODULE, '').replace(EARLY_SCRIPT, () => `<script>${earlyScript}</script>`),
    { ...head, title: page.title },
    {
      css: page.baseCss + page.css,
      attributes: '',
      root: page.html,
      afterRoot: page.afterRoot,
      afterMap: modules.join(''),
      inlineScripts: [earlyScript],
    },
  )
}

/** Addresses of the template's modules. */
function modulesOf(template: string): string[] {
  const modules = [...template.matchAll(MODULE)].map(([, src = '']) => src)
  if (modules.length === 0) throw new Error('The template does not load the app.')
  return modules
}

type Parts = {
  css: string
  /** Of a block that stands behind the root, besides the one in the head. */
  laterCss?: string
  /** Of a block that waits with the map. */
  waitingCss?: string
  attributes: string
  root: string
  afterRoot: string
  /** Those that the page may have, besides its import map. */
  inlineScripts?: readonly string[]
  /** The early script takes the map, and the rules that wait, out of a template once the first frame is painted (public/early-app.js). */
  mapWaits?: boolean
  /** What comes after the map: modules. */
  afterMap?: string
}

function finish(
  template: string,
  head: Head,
  {
    css,
    laterCss,
    waitingCss,
    attributes,
    root,
    afterRoot,
    inlineScripts = [],
    mapWaits = false,
    afterMap = '',
  }: Parts,
): BuiltPage {
  const rules = followDevice(css)
  const blocks = [rules, laterCss, waitingCss].filter((block) => block !== undefined)
  if (blocks.some((block) => block.includes('</')))
    throw new Error('A style rule would end the style block of the page.')
  const [mapElement, importMap] = IMPORT_MAP.exec(template) ?? []
  if (mapElement === undefined || importMap === undefined) throw new Error('The template has no import map.')
  const waiting = (waitingCss === undefined ? '' : `<style>${waitingCss}</style>`) + mapElement
  const map = mapWaits ? `<template id="after-first-frame">${waiting}</template>` : waiting
  const body = `<div id="root">${root}</div>${afterRoot}`
  const html = template
    .replaceAll(BETWEEN_LINES, '><')
    .replace(mapElement, '')
    .replaceAll('%TITLE%', () => escapeHtml(head.title))
    .replaceAll('%DESCRIPTION%', () => escapeHtml(head.description))
    .replaceAll('%SHORT_NAME%', () => escapeHtml(head.shortName))
    .replace('<!--head-->', () => `<style${attributes}>${rules}</style>`)
    // No paint needs the map, and no module may be asked for before it: its imports could not be found.
    .replace('<div id="root"></div>', () => body + map + afterMap)
  return {
    html: checked(html, ...inlineScripts),
    styleHashes: blocks.map(policyHash),
    scriptHashes: [importMap, ...inlineScripts].map(policyHash),
  }
}

const DARK = /(\[data-mode="?dark"?\])\{([^}]*)\}/

const policyHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * Makes the dark scheme hold by the device's wish too, for as long as no script has said which one is
 * chosen: the theme alone binds it to the attribute that its script sets on the root element. What the light scheme says
 * too is left out of both.
 */
export function followDevice(css: string): string {
  const [rule, selector, dark] = DARK.exec(css) ?? []
  if (!rule || dark === undefined)
    throw new Error('The dark colours are not in the styles of the prerendered page.')
  const [, light = ''] = /:root,\s*\[data-mode="?light"?\]\{([^}]*)\}/.exec(css) ?? []
  const inLight = new Set(light.split(';'))
  const rules = dark
    .split(';')
    .filter((declaration) => !inLight.has(declaration))
    .join(';')
  return `${css.replace(rule, `${selector}{${rules}}`)}@media (prefers-color-scheme:dark){:root:not([data-mode]){${rules}}}`
}

/**
 * The Content-Security-Policy refuses these silently in the browser; here it is loud.
 * @param inlineScripts which the policy names by their hashes
 */
export function checked(html: string, ...inlineScripts: string[]): string {
  const styled = /<[^>]+\sstyle\s*=/i.exec(html.replace(/<style[^>]*>[^<]*<\/style>/g, ''))
  if (styled) throw new Error(`A style attribute would be ignored by the browser: ${styled[0].slice(0, 200)}`)
  if (inlineScripts.some((script) => /<\/?script|<!--/i.test(script)))
    throw new Error('The inline script would end or hide its element.')
  const others = inlineScripts.reduce(
    (rest, script) => rest.replace(`<script>${script}</script>`, ''),
    html.replace(IMPORT_MAP, ''),
  )
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(others)) throw new Error('The page has an inline script.')
  const [beforeMap = ''] = html.split('<script type="importmap">')
  if (/<link rel="modulepreload"|<script type="module"/.test(beforeMap))
    throw new Error('The page asks for a module before its import map.')
  if (/<[^>]+\son[a-z]+\s*=/i.test(html)) throw new Error('The page has an inline event handler.')
  return html
}
