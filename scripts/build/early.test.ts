import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = readFileSync(new URL('../../public/early.js', import.meta.url), 'utf8')

/** Runs the script on a page whose storage holds this text, or refuses to be read. */
function load(stored: string | null | Error) {
  const metas = ['light', 'dark'].map((scheme) => ({
    dataset: { scheme },
    media: `(prefers-color-scheme: ${scheme})`,
  }))
  const html: { dataset: { mode?: string } } = { dataset: {} }
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored
    return key === 'layoutModeType' ? stored : null
  }
  const window: Partial<Window> = {}
  const page = new EventTarget()
  runInNewContext(script, {
    window,
    addEventListener: page.addEventListener.bind(page),
    // Node reads the third argument as an object only.
    removeEventListener: (type: string, listener: (event: Event) => void, capture: boolean) =>
      page.removeEventListener(type, listener, { capture }),
    localStorage: { getItem },
    document: { documentElement: html, querySelectorAll: () => metas },
  })
  return { mode: () => html.dataset.mode, media: () => metas.map(({ media }) => media), window, page }
}

/** What the script leaves for the app. */
type Window = {
  showMode: (mode: string) => void
  earlyPress: { button: unknown; forget: () => void }
  installPrompt: Event
}

const FOLLOWING = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']

describe('before the first paint the page', () => {
  it.each([
    ['"dark"', 'dark', ['not all', 'all']],
    ['"light"', 'light', ['all', 'not all']],
    [null, undefined, FOLLOWING],
    ['dark', undefined, FOLLOWING],
    ['"pink"', undefined, FOLLOWING],
    ['{"mode":"dark"}', undefined, FOLLOWING],
    [new Error('denied'), undefined, FOLLOWING],
  ])('with %s stored has the mode %s', (stored, mode, media) => {
    const page = load(stored)
    expect(page.mode()).toBe(mode)
    expect(page.media()).toEqual(media)
  })

  it('can be turned later, the bar of the browser with it', () => {
    const page = load('"dark"')
    page.window.showMode?.('light')
    expect(page.mode()).toBe('light')
    expect(page.media()).toEqual(['all', 'not all'])
  })
})

describe('before the app is there', () => {
  const press = (button: string) => {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: { closest: () => button } })
    return event
  }

  it('the last button pressed is remembered, until the app asks no more', () => {
    const { page, window } = load(null)
    page.dispatchEvent(press('Yes'))
    page.dispatchEvent(press('No'))
    expect(window.earlyPress?.button).toBe('No')
    window.earlyPress?.forget()
    page.dispatchEvent(press('Yes'))
    expect(window.earlyPress?.button).toBe('No')
  })

  it("the browser's offer to install is kept, and not shown by itself", () => {
    const { page, window } = load(null)
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    page.dispatchEvent(offer)
    expect(window.installPrompt).toBe(offer)
    expect(offer.defaultPrevented).toBe(true)
  })
})
