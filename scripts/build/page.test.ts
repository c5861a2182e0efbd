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
  html: '<p class="css-1">$& Hello</p>',
  baseCss: BASE,
  css: '.css-1{color:var(--ink)}',
  afterRoot: '<template></template>',
  emotionIds: '1',
  third: '<body></body>',
  languages: {},
  withoutScript: '<noscript>Call us</noscript>',
}
const START = {
  html: '<div id="start"><p role="status">Loading</p></div>',
  css: '#start{color:red}',
  staffPaths: ['/dashboard', '/config'],
}
const EARLY = 'start("$&")'
const shell = ({ early = EARLY, template = TEMPLATE } = {}) =>
  shellPage(template, { title: 'Enamel', description: 'Portal', shortName: 'Enamel' }, BASE, START, {
    earlyScript: early,
    picture: ['assets/picture.js', 'assets/seal.js'],
  })
const TIMES = { api: '/api', token: 'a "b"', location: 'fct', zone: 'Africa/Lagos', days: '60' }
const THIRD = { script: '/assets/third.js', parts: '/assets/third.html' }
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const build = (change: Partial<typeof page> = {}) =>
  prerenderedPage(
    TEMPLATE,
    { description: 'Book "here"', shortName: 'A & B' },
    { ...page, ...change },
    ['assets/b.js'],
    { earlyScript: EARLY, later: ['assets/c.js', 'assets/d.js'], times: TIMES, third: THIRD },
  )

it('says on top, of whichever page it is, that there is nothing without JavaScript', async () => {
  const template = await readFile(path.join(root, 'index.html'), 'utf8')
  const [words = ''] = /<noscript>.*<\/noscript>/.exec(template) ?? []
  expect(words).toContain('This page needs JavaScript')
  expect(template.indexOf(words)).toBeLessThan(template.indexOf('<div id="root">'))
})

describe('a prerendered page', () => {
  it('has its markup, its words and what it preloads', () => {
    const { html } = build()
    expect(html).toContain('<noscript>Call us</noscript><div id="root"><p class="css-1">$& Hello</p></div>')
    expect(html).not.toContain('Switch it on')
    expect(html).toContain('<title>Book | A &amp; B</title>')
    expect(html).toContain('content="Book &quot;here&quot;"')
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="A &amp; B">')
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/b.js">')
  })

  it('has one style block, and the hash of exactly that', () => {
    const { html, styleHash } = build()
    const blocks = [...html.matchAll(/<style data-emotion="css 1">(.*?)<\/style>/g)]
    expect(blocks).toHaveLength(1)
    expect(styleHash).toBe(hashOf(blocks[0]?.[1] ?? ''))
  })

  it('has the import map before whatever imports, and the hash of exactly that', () => {
    const { html, scriptHashes } = build()
    const [element = '', map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
    expect(html.split(element)).toHaveLength(2)
    expect(html.indexOf(element)).toBeLessThan(html.indexOf('<link rel="modulepreload"'))
    expect(scriptHashes).toEqual([hashOf(map), hashOf(EARLY)])
  })

  it('is painted before its import map has come, and has the app under way from the start', () => {
    const { html } = build()
    expect(html.indexOf('<script type="importmap">')).toBeGreaterThan(html.indexOf(page.afterRoot))
    expect(html).toContain('<script type="module" crossorigin src="/assets/a.js"></script>')
    const announced = html.indexOf('<link rel="preload" as="script" crossorigin href="/assets/a.js">')
    expect(announced).toBeGreaterThan(0)
    expect(announced).toBeLessThan(html.indexOf('<style'))
  })

  it('is refused without an import map', () =>
    expect(() =>
      prerenderedPage(TEMPLATE.replace('importmap', 'json'), { description: '', shortName: '' }, page, [], {
        earlyScript: EARLY,
        later: [],
        times: TIMES,
        third: THIRD,
      }),
    ).toThrow('no import map'))

  it('has the early script in itself, so that it listens from the first paint on', () => {
    expect(build().html).toContain(`<script>${EARLY}</script>`)
    expect(build().html).not.toContain('/early.js')
    expect(build().html).toContain('<meta name="later-steps" content="/assets/c.js /assets/d.js" />')
    expect(build().html).toContain('<meta name="times" data-api="/api" data-token="a &quot;b&quot;"')
    expect(build().html).toContain('content="/assets/third.js" data-parts="/assets/third.html"')
  })

  it('is dark on a dark device before any script ran', () => {
    expect(build().html).toContain('@media (prefers-color-scheme:dark){:root:not([data-mode]){--ink:#fff}}')
  })

  it('says of the dark scheme only what differs', () => {
    const { html } = build({
      baseCss: ':root,[data-mode="light"]{--ink:#000;--ash:#888;}[data-mode="dark"]{--ink:#fff;--ash:#888;}',
    })
    expect(html).toContain('[data-mode="dark"]{--ink:#fff}')
    expect(html.match(/--ash/g)).toHaveLength(1)
  })

  it('says in which language it is written', () => {
    const template = TEMPLATE.replace('<html>', '<html lang="en">')
    const words = { description: '', shortName: '' }
    expect(
      prerenderedPage(template, words, page, [], {
        earlyScript: EARLY,
        later: [],
        times: TIMES,
        third: THIRD,
        iso: 'de',
      }).html,
    ).toContain('<html lang="de">')
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
  const { html, styleHash } = shell()
  expect(html).toContain('<title>Enamel</title>')
  expect(html).toContain(`<style>${BASE}`)
  expect(html).toContain('<div id="root"></div>')
  expect(styleHash).not.toBe(build().styleHash)
})

describe('the plain page', () => {
  const { html, styleHash, scriptHashes } = shell()

  it('has what is shown until the app is there beside the root, by rules that the policy allows', () => {
    expect(html).toContain(`<div id="root"></div>${START.html}`)
    const rules = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? ''
    expect(rules).toContain(START.css)
    expect(styleHash).toBe(hashOf(rules))
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

  it('has its import map after what is painted first, in a template that the early script takes it from, and names the files of the picture to be fetched before it', () => {
    const map = html.indexOf('<template id="import-map"><script type="importmap">')
    expect(map).toBeGreaterThan(html.indexOf(START.html))
    expect(html).toContain('<meta name="picture" content="/assets/picture.js /assets/seal.js" />')
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
      html: '<div id="early-visit">$&</div>',
      parts: '<template id="visit-parts"></template>',
      afterRoot: '<template id="not-loaded"></template>',
      baseCss: BASE,
      css: '.css-1{color:var(--ink)}',
      emotionIds: '1',
      languages: { en: { title: 'Your "visit"' }, de: { title: 'Ihr Termin' } },
    },
    {
      earlyScript: EARLY,
      visitScript: 'visit("$&")',
      later: ['assets/c.js'],
      languages: { de: '/assets/de.json' },
    },
  )

  it('has its frame beside an empty root, then its script by its hash, then its parts', () => {
    expect(html).toContain(
      '<div id="root"></div><div id="early-visit">$&</div><script>visit("$&")</script><template data-app=',
    )
    expect(html).toContain('<style data-emotion="css 1">')
    expect(scriptHashes).toEqual(expect.arrayContaining([hashOf(EARLY), hashOf('visit("$&")')]))
  })

  it('names the app, what a form needs and its words, and starts none of it', () => {
    expect(html).toContain(
      'data-app="/assets/a.js" data-later="/assets/c.js" data-languages="de=/assets/de.json"',
    )
    expect(html).toContain(
      'data-words="{&quot;title&quot;:&quot;Your \\&quot;visit\\&quot;&quot;}" id="visit-parts"',
    )
    expect(html).not.toMatch(/type="module"|rel="(?:module)?preload"/)
    expect(html.indexOf('type="importmap"')).toBeGreaterThan(html.indexOf('visit-parts'))
  })
})
