import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { PICTURE } from '../../../contract/seal-limits.ts'
import { newSealPair, publicHalf, sealerFor } from '../../../seal/format.ts'
import { type Picture, stageNow } from './picture.ts'

/** As much of a page as is drawn into. */
class FakeElement {
  dataset: Record<string, string> = {}
  style = { cssText: '' }
  attributes: Record<string, string> = {}
  inside: (FakeElement | string)[] = []
  adoptedStyleSheets: { rules: string }[] = []
  instead: FakeElement | undefined
  isGone = false
  tag: string
  constructor(tag = '') {
    this.tag = tag
  }
  attachShadow() {
    const root = new FakeElement('#shadow')
    this.inside.push(root)
    return root
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }
  append(...added: (FakeElement | string)[]) {
    this.inside.push(...added)
  }
  replaceWith(instead: FakeElement) {
    this.instead = instead
  }
  closest() {
    return this
  }
  removeAttribute() {}
  remove() {
    this.isGone = true
  }
  get text(): string {
    return this.inside.map((each) => (typeof each === 'string' ? each : each.text)).join('')
  }
}

const NOW = 1_900_000_000_000
const MINUTE = 60_000
let device: Record<string, string>
let tab: Record<string, string>
let address: { pathname: string; search: string }
let onFilled: (() => void) | undefined

beforeEach(() => {
  device = { layoutType: '"vertical"', lastHand: String(NOW - MINUTE) }
  tab = { authUser: JSON.stringify({ id: 'ada', rightsVersion: 2 }) }
  address = { pathname: '/dashboard', search: '' }
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', { getItem: (key: string) => device[key] ?? null })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => tab[key] ?? null })
  vi.stubGlobal('location', address)
  vi.stubGlobal('innerWidth', 1180)
  vi.stubGlobal('innerHeight', 820)
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => act())
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      rules = ''
      replaceSync(rules: string) {
        this.rules = rules
      }
    },
  )
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(then: (_: unknown, observer: unknown) => void) {
        onFilled = () => then([], this)
      }
      observe() {}
      disconnect() {}
    },
  )
})

const pictureNow = (): Picture => ({
  stage: stageNow(),
  height: 820,
  until: NOW + MINUTE,
  idleMinutes: 10,
  placeHeight: 900,
  rules: '.css-1{color:red}',
  page: [
    'main',
    {},
    ['a', { href: '/dashboard?a=1', style: 'width: 40px' }, 'Ngozi'],
    ['svg', {}, ['path', { d: 'M0 0' }]],
  ],
})

/** Seals a picture for Ada's key, which this tab has too. */
async function keep(picture: Picture, { schema = 1 } = {}) {
  vi.resetModules()
  const { holdKey, putAnswer } = await import('../../../seal/store.ts')
  const { publicKey, privateKey } = await newSealPair()
  const key = await publicHalf(publicKey)
  const { x, y, d } = await crypto.subtle.exportKey('jwk', privateKey)
  tab.pagesKey = [x, y, d].join('.')
  const seal = await sealerFor(key)
  const sealed = await seal(JSON.stringify(picture), { question: PICTURE, at: NOW })
  await holdKey({ ...key, owner: 'ada', rightsVersion: 2, person: sealed }, () => {})
  await putAnswer(PICTURE, { ...sealed, schema })
}

/** Starts the page, and tells what stands in the frame's place then; undefined: the frame. */
async function start() {
  const frame = new FakeElement()
  const window: Window = {} as Window
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', {
    documentElement: { dataset: { mode: 'dark' } },
    querySelector: () => frame,
    getElementById: () => new FakeElement(),
    createElement: (tag: string) => new FakeElement(tag),
    createElementNS: (_: string, tag: string) => new FakeElement(`svg:${tag}`),
  })
  await import('./early.ts')
  await window.drawPicture?.()
  return frame.instead
}

it('the picture of this tab’s person is drawn, and goes when the app has rendered', async () => {
  await keep(pictureNow())
  const drawn = await start()
  expect(drawn?.text).toBe('Ngozi')
  const root = drawn?.inside[0] as FakeElement
  expect(root.adoptedStyleSheets[0]?.rules).toContain('.css-1{color:red}')
  const around = root.inside[0] as FakeElement
  expect(around.dataset).toEqual({ mode: 'dark' })
  const [link, icon] = (around.inside[0] as FakeElement).inside as FakeElement[]
  // The policy of the page refuses the attribute.
  expect(link?.attributes).toEqual({ href: '/dashboard?a=1' })
  expect(link?.style.cssText).toBe('width: 40px')
  expect(icon).toMatchObject({ tag: 'svg:svg', inside: [{ tag: 'svg:path', attributes: { d: 'M0 0' } }] })
  expect(drawn?.isGone).toBe(false)
  onFilled?.()
  expect(drawn?.isGone).toBe(true)
})

it.each<[string, () => void]>([
  ['somebody else is signed in', () => Object.assign(tab, { authUser: '{"id":"chidi","rightsVersion":2}' })],
  ['the rights are others by now', () => Object.assign(tab, { authUser: '{"id":"ada","rightsVersion":3}' })],
  ['the key has left the tab, as at a lock', () => delete tab.pagesKey],
  ['the key of the tab is none', () => Object.assign(tab, { pagesKey: tab.pagesKey?.replace(/.$/, '') })],
  ['nobody was there for ten minutes', () => Object.assign(device, { lastHand: String(NOW - 10 * MINUTE) })],
  ['its day is over', () => vi.setSystemTime(NOW + MINUTE)],
  ['another page of the list is opened', () => Object.assign(address, { search: '?page=2' })],
  ['the layout is another', () => Object.assign(device, { layoutType: '"horizontal"' })],
  ['the language is another', () => Object.assign(device, { I18N_LANGUAGE: 'gr' })],
  ['the window is narrower', () => vi.stubGlobal('innerWidth', 700)],
  ['the window is higher', () => vi.stubGlobal('innerHeight', 1000)],
])('nothing is drawn when %s', async (_, change) => {
  await keep(pictureNow())
  change()
  expect(await start()).toBeUndefined()
})

it('nothing is drawn of another schema, or where nothing is stored', async () => {
  expect(await start()).toBeUndefined()
  await keep(pictureNow(), { schema: 0 })
  expect(await start()).toBeUndefined()
})

it('a lower window shows a part of it', async () => {
  await keep(pictureNow())
  vi.stubGlobal('innerHeight', 600)
  expect((await start())?.text).toBe('Ngozi')
})
