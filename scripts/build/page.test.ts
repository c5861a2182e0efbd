import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../build/build-info.ts'
import { checked, type Page, pageOf, pageSources } from './page.ts'

const MAP = '{"imports":{"/assets/b-key.js":"/assets/b.js"}}'
const TEMPLATE =
  '<html lang="en"><head><title>%TITLE%</title><meta name="description" content="%DESCRIPTION%">' +
  '<meta name="apple-mobile-web-app-title" content="%SHORT_NAME%"><!--head-->' +
  `<script type="importmap">${MAP}</script>` +
  '<script type="module" crossorigin src="/assets/a.js"></script></head><body><div id="root"></div><noscript>Switch it on</noscript></body></html>'
const PAGE: Page = {
  title: 'Book | A & B',
  description: 'Book "here"',
  shortName: 'A & B',
  css: ':root{--ink:#000}[data-mode="dark"]{--ink:#fff}.css-1{color:var(--ink)}',
  emotionIds: '1',
  early: ['start("$&")'],
  root: '<p class="css-1">$& Hello</p>',
  afterRoot: '<template></template><noscript>Call us</noscript>',
  preload: ['assets/a.js', 'assets/b.js'],
}
const build = (change: Partial<Page> = {}, template = TEMPLATE) => pageOf(template, { ...PAGE, ...change })
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

it('every page says at its top that it needs JavaScript', async () => {
  const template = await readFile(path.join(root, 'index.html'), 'utf8')
  const [words = ''] = /<noscript>.*<\/noscript>/.exec(template) ?? []
  expect(words).toContain('This page needs JavaScript')
  expect(template.indexOf(words)).toBeLessThan(template.indexOf('<div id="root">'))
})

describe('a built page', () => {
  it('has its markup and its words', () => {
    const html = build({ lang: 'de' })
    expect(html).toContain('<html lang="de">')
    expect(html).toContain(
      '<div id="root"><p class="css-1">$& Hello</p></div><template></template><noscript>',
    )
    expect(html).not.toContain('Switch it on')
    expect(html).toContain('<title>Book | A &amp; B</title>')
    expect(html).toContain('content="Book &quot;here&quot;"')
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="A &amp; B">')
  })

  it('has its early scripts and rules before its markup and the app’s files after it, the import map first', () => {
    const html = build({ head: '<meta name="x">' })
    const order = [
      '<meta name="x"><script>start("$&")</script><style data-emotion="css 1">',
      '<p class="css-1">',
      '<noscript>Call us',
      `<script type="importmap">${MAP}`,
      '<link rel="modulepreload" crossorigin href="/assets/b.js"><script type="module" async',
    ].map((part) => html.indexOf(part))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(0)
    // The template names it already.
    expect(html.match(/assets\/a\.js/g)).toHaveLength(1)
  })

  it('loads an urgent app’s files first, and not as modules, which need the import map', () => {
    const html = build({ isAppUrgent: true, preload: [] })
    const urgent = '<link rel="preload" as="script" crossorigin href="/assets/a.js">'
    expect(html).toContain(`<head>${urgent}`)
  })

  it('without markup keeps the template’s text for browsers without JavaScript', () =>
    expect(build({ root: '' })).toContain('<noscript>Switch it on</noscript>'))

  it('lists in its policy the hashes of exactly its scripts, map and rules', () => {
    const html = build()
    const [, rules = ''] = /<style[^>]*>(.*?)<\/style>/.exec(html) ?? []
    expect(pageSources(html)).toEqual({
      styleHashes: [hashOf(rules)],
      scriptHashes: [hashOf('start("$&")'), hashOf(MAP)],
    })
  })

  it('is refused without an import map', () =>
    expect(() => build({}, TEMPLATE.replace('importmap', 'json'))).toThrow('no import map'))

  it('is dark on a dark device before any script runs, with only the rules that differ', () => {
    const html = build({
      css: ':root,[data-mode="light"]{--ink:#000;--ash:#888;}[data-mode="dark"]{--ink:#fff;--ash:#888;}',
    })
    expect(html).toContain('[data-mode="dark"]{--ink:#fff}')
    expect(html).toContain('@media (prefers-color-scheme:dark){:root:not([data-mode]){--ink:#fff}}')
    expect(html.match(/--ash:/g)).toHaveLength(1)
    expect(() => build({ css: '.css-1{color:red}' })).toThrow('dark colours')
  })

  it('is refused where a rule would end the style block', () =>
    expect(() => build({ css: `${PAGE.css}.a{content:"</style>"}` })).toThrow('end the style block'))
})

it.each(['<p style="color:red">', '<p onclick="run()">', '<img src="a.png" onerror=run()>'])(
  '%s is refused, because the policy would silently ignore it',
  (markup) => expect(() => checked(`<body>${markup}</body>`)).toThrow('would ignore'),
)
