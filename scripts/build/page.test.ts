import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../build/build-info.ts'
import { prerenderedPage, shellPage, visitPage } from './page.ts'

const TEMPLATE =
  '<html><head><title>%TITLE%</title><meta name="description" content="%DESCRIPTION%">' +
  '<meta name="apple-mobile-web-app-title" content="%SHORT_NAME%">' +
  '<script src="/early.js"></script><!--head-->' +
  '<script type="importmap">{"imports":{"/assets/b-key.js":"/assets/b.js"}}</script>' +
  '<script type="module" crossorigin src="/assets/a.js"></script></head><body><div id="root"></div><noscript>Switch it on</noscript></body></html>'
const BASE = ':root{--ink:#000}[data-mode="dark"]{--ink:#fff}'
const page = {
  title: 'Book | A & B',
  html: '<p class="css-1">$& Hello</p><p class="css-2" hidden></p>',
  baseCss: BASE,
  css: '.css-1{color:var(--ink)}',
  afterRoot: '<template></template>',
  afterRootCss: '.late{color:red}',
  emotionIds: '1',
  languages: {},
  withoutScript: '<noscript>Call us</noscript>',
}
const START = {
  html: '<div id="start"><p role="status">Loading</p></div>',
  css: '#start{color:var(--ink)}#start:hover{color:red}',
  staffPaths: ['/dashboard', '/config'],
}
const EARLY = 'start("$&")'
const shell = ({ early = EARLY, template = TEMPLATE } = {}) =>
  shellPage(template, { title: 'Enamel', description: 'Portal', shortName: 'Enamel' }, BASE, START, {
    earlyScript: early,
  })
const SCRIPTS = {
  earlyScript: EARLY,
  bookingScript: 'book("$&")',
  also: [],
}
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const build = (change: Partial<typeof page> = {}) =>
  prerenderedPage(
    TEMPLATE,
    { description: 'Book "here"', shortName: 'A & B' },
    { ...page, ...change },
    { ...SCRIPTS, also: ['assets/b.js'] },
  )

it('says on top, of whichever page it is, that there is nothing without JavaScript', async () => {
  const template = await readFile(path.join(root, 'index.html'), 'utf8')
  const [words = ''] = /<noscript>.*<\/noscript>/.exec(template) ?? []
  expect(words).toContain('This page needs JavaScript')
  expect(template.indexOf(words)).toBeLessThan(template.indexOf('<div id="root">'))
})

describe('a prerendered page', () => {
  it('has its markup and its words', () => {
    const { html } = build()
    expect(html).toContain(
      '<p class="css-2" hidden></p></div><template></template><noscript>Call us</noscript>',
    )
    expect(html).toContain('<div id="root"><p class="css-1">$& Hello</p><p')
    expect(html).not.toContain('Switch it on')
    expect(html).toContain('<title>Book | A &amp; B</title>')
    expect(html).toContain('content="Book &quot;here&quot;"')
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="A &amp; B">')
  })

  it('has a style block in the head, and the hash of exactly that', () => {
    const { html, styleHashes } = build()
    const blocks = [...html.matchAll(/<style data-emotion="css \d">(.*?)<\/style>/g)]
    expect(styleHashes).toEqual(blocks.map(([, rules = '']) => hashOf(rules)))
    expect(styleHashes).toHaveLength(1)
    expect(blocks[0]?.index).toBeLessThan(html.indexOf('<body>'))
  })

  it('has nothing that its first paint can do without before its markup, and the hashes of exactly its scripts', () => {
    const { html, scriptHashes } = build()
    const [element = '', map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
    expect(html).toContain(`<template id="after-first-frame">${element}</template>`)
    expect(scriptHashes).toEqual([map, EARLY, SCRIPTS.bookingScript].map(hashOf))
    for (const late of [element, SCRIPTS.bookingScript, 'booking-files', '<noscript>'])
      expect(html.indexOf(late)).toBeGreaterThan(html.indexOf('<p class="css-2"'))
    expect(html).not.toMatch(/preload|type="module"/)
  })

  it('is refused without an import map', () =>
    expect(() =>
      prerenderedPage(
        TEMPLATE.replace('importmap', 'json'),
        { description: '', shortName: '' },
        page,
        SCRIPTS,
      ),
    ).toThrow('no import map'))

  it('has the early script in itself and before its markup, so that it remembers from the first paint on', () => {
    const { html } = build()
    expect(html.indexOf(`<script>${EARLY}</script>`)).toBeLessThan(html.indexOf('<body>'))
    expect(html).not.toContain('/early.js')
  })

  it('names its files and what it asks for, for the script that comes next', () => {
    const { html } = build()
    expect(html).toContain('<template id="booking-files" data-app="/assets/a.js" data-also="/assets/b.js">')
    expect(html.indexOf('<template id="booking-files"')).toBeLessThan(html.indexOf(SCRIPTS.bookingScript))
  })

  it('is dark on a dark device before any script ran', () => {
    expect(build().html).toContain('@media (prefers-color-scheme:dark){:root:not([data-mode]){--ink:#fff}}')
  })

  it('says of the dark scheme only what differs', () => {
    const { html } = build({
      baseCss: ':root,[data-mode="light"]{--ink:#000;--ash:#888;}[data-mode="dark"]{--ink:#fff;--ash:#888;}',
      css: '.css-1{color:var(--ink);background:var(--ash)}',
    })
    expect(html).toContain('[data-mode="dark"]{--ink:#fff}')
    expect(html.match(/--ash:/g)).toHaveLength(1)
  })

  it('says in which language it is written', () => {
    const template = TEMPLATE.replace('<html>', '<html lang="en">')
    const words = { description: '', shortName: '' }
    expect(prerenderedPage(template, words, page, { ...SCRIPTS, iso: 'de' }).html).toContain(
      '<html lang="de">',
    )
  })

  it.each([
    ['a style attribute', { html: '<p class="a" style="color:red">x</p>' }],
    ['an inline script', { html: '<script>alert(1)</script>' }],
    ['an event handler', { html: '<p onclick="go()">x</p>' }],
    ['styles without a dark scheme', { baseCss: ':root{--ink:#000}' }],
    ['a rule that ends the style block', { css: '.x{content:"</style>"}' }],
  ])('is refused with %s', (_, change) => expect(() => build(change)).toThrow())

  it('may say the word style', () =>
    expect(build({ html: '<p>a style="x"</p>' }).html).toContain('style="x"'))
})

it('the shell has the words, the ground rules and an empty root', () => {
  const { html, styleHashes } = shell()
  expect(html).toContain('<title>Enamel</title>')
  expect(html).toContain(`<style>${BASE}`)
  expect(html).toContain('<div id="root"></div>')
  expect(styleHashes[0]).not.toBe(build().styleHashes[0])
})

describe('the plain page', () => {
  const { html, styleHashes, scriptHashes } = shell()

  it('has what is shown until the app is there beside the root, by rules that the policy allows', () => {
    expect(html).toContain(`<div id="root"></div>${START.html}`)
    const [rules = '', waiting = ''] = [...html.matchAll(/<style>(.*?)<\/style>/g)].map(([, text]) => text)
    expect(rules).toContain('#start{color:var(--ink)}')
    expect(waiting).toBe('#start:hover{color:red}')
    expect(styleHashes).toEqual([rules, waiting].map(hashOf))
  })

  it('is not painted before the frame is in it', () => {
    const [, id] = /<link rel="expect" href="#([^"]*)" blocking="render" \/>/.exec(html) ?? []
    expect(START.html).toContain(`id="${id}"`)
    expect(html.indexOf('rel="expect"')).toBeLessThan(html.indexOf('<body>'))
  })

  it('names the app, for the early script to start', () => {
    expect(html).toContain('<meta name="app" content="/assets/a.js" />')
    expect(html).not.toContain('<script type="module"')
  })

  it('has its import map, and rules that the frame does without, after what is painted first, in a template that the early script takes them from', () => {
    const map = html.indexOf(
      '<template id="after-first-frame"><style>#start:hover{color:red}</style><script type="importmap">',
    )
    expect(map).toBeGreaterThan(html.indexOf(START.html))
  })

  it('names all its modules, where the bundler names what the entry imports', () => {
    const one = '<script type="module" crossorigin src="/assets/a.js"></script>'
    const template = TEMPLATE.replace(one, `${one}\n    ${one.replace('a.js', 'b.js')}`)
    const { html } = shell({ template })
    expect(html).toContain('<meta name="app" content="/assets/a.js /assets/b.js" />')
    expect(html).not.toContain('<script type="module"')
  })

  it('has the early script in itself, and the hashes of exactly that and of its import map', () => {
    const inline = [...html.matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/g)].map(
      ([, text = '']) => text,
    )
    expect(inline[0]).toBe(EARLY)
    expect(scriptHashes).toEqual(inline.toReversed().map(hashOf))
  })

  it.each(['"</script>"', '"<script>"', '"<!--"'])(
    'is refused with an early script that has %s in it',
    (early) => expect(() => shell({ early })).toThrow('inline script'),
  )

  it('names the staff pages before the script that asks for them', () => {
    const [pages, script] = ['content="/dashboard /config"', EARLY].map((text) => html.indexOf(text))
    expect(pages).toBeGreaterThan(0)
    expect(script).toBeGreaterThan(pages ?? 0)
  })
})

describe('the page of a visit', () => {
  const { html, scriptHashes } = visitPage(
    TEMPLATE,
    { description: 'Your visit', shortName: 'A & B' },
    {
      title: 'Your visit',
      html: '<main>$&</main>',
      afterRoot: '<template id="not-loaded"></template>',
      baseCss: BASE,
      css: '.visit-card{color:var(--ink)}',
    },
    EARLY,
  )

  it('has its frame in the root, and starts its script after the import map', () => {
    expect(html).toContain('<div id="root"><main>$&</main></div>')
    expect(scriptHashes).toContain(hashOf(EARLY))
    expect(html.indexOf('<script type="module"')).toBeGreaterThan(html.indexOf('type="importmap"'))
  })
})
