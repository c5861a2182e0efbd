import { DOCS } from '../../../contract/docs-address.ts'
import { escapeHtml } from '../../../server/platform/text/text.ts'
import { darkPalette, lightPalette } from '../../../src/theme/theme-palette.ts'
import { checked } from '../page.ts'
import type { Rendered } from './render.ts'

/** Address of the style sheet; its source is docs.css beside this file. */
export const STYLES = `${DOCS}/docs.css`

type Frame = { clinicName: string; pages: readonly Rendered[] }

/** A whole page: the way back, the document, and the list of all pages after it, which a wide window has at its side. */
export function framed({ address, title, html }: Rendered, { clinicName, pages }: Frame): string {
  return checked(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>${escapeHtml(title)} - ${escapeHtml(clinicName)}</title>
    <meta name="robots" content="noindex">
    <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="${lightPalette.background.paper}">
    <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="${darkPalette.background.paper}">
    <link rel="icon" href="/icons/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${STYLES}">
    <script src="/early.js"></script>
  </head>
  <body>
    <header>
      <a class="home" href="${DOCS}"><img src="/icons/mark.svg" width="28" height="28" alt="">Documentation</a>
      <a href="#pages">All pages</a>
      <a href="/">Booking</a>
    </header>
    <div class="columns">
      <main>
${html}
      </main>
      <nav id="pages" aria-label="All pages">
${listOf(pages, address)}
      </nav>
    </div>
  </body>
</html>
`)
}

/** Page for an address without a page; the server answers with it (server/operations/web/web-app.ts). */
export const NOT_FOUND: Rendered = {
  address: `${DOCS}-not-found`,
  title: 'There is no such page',
  html:
    '<h1>There is no such page</h1>\n' +
    `<p>The documentation has no page at this address. Its <a href="${DOCS}">start page</a> and the list of all pages lead to the others.</p>`,
}

const DECISION = /\/decisions\/\d{3}-/
/** A page to be copied, not read. */
const TEMPLATE = `${DOCS}/decisions/template`

function listOf(pages: readonly Rendered[], current: string): string {
  const decisions = pages.filter(({ address }) => DECISION.test(address))
  const others = pages.filter((page) => !decisions.includes(page) && page.address !== TEMPLATE)
  const item = ({ address, title }: Rendered) =>
    `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  const list = (part: readonly Rendered[]) => `<ul>\n${part.map(item).join('\n')}\n</ul>`
  return `<h2>All pages</h2>\n${list(others)}\n<h2>Each decision</h2>\n${list(decisions)}`
}

/** The colours of the app as variables: light, and dark where the device wishes it or someone has chosen it. */
export function colours(): string {
  return [
    `:root{color-scheme:light;${variables(lightPalette)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-mode=light]){color-scheme:dark;${variables(darkPalette)}}}`,
    `:root[data-mode=dark]{color-scheme:dark;${variables(darkPalette)}}`,
  ].join('\n')
}

function variables({ primary, text, background, divider }: typeof lightPalette | typeof darkPalette): string {
  return [
    `--brand:${primary.main}`,
    `--ink:${text.primary}`,
    `--soft:${text.secondary}`,
    `--page:${background.default}`,
    `--card:${background.paper}`,
    `--line:${divider}`,
  ].join(';')
}
