import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = readFileSync(new URL('../../public/early-booking.js', import.meta.url), 'utf8')

type Early = { step: number; wantsNext: boolean; over: () => void }

/** Runs the script on the booking page of a device that has stored this. */
function load({ local = {}, session = {}, waits = false, hasMap = true, typed = { firstName: 'Ada' } } = {}) {
  const dataset: Record<string, string> = waits ? { waits: '' } : {}
  const page = new EventTarget()
  const window: { earlyPress: { button: unknown }; earlyBooking?: Early } = {
    earlyPress: { button: 'pressed' },
  }
  const storage: Record<string, string> = { ...local }
  const form = {}
  const links: string[] = []
  let focused = false
  const later = { content: '/assets/steps.js /assets/shared.js', remove: () => undefined }
  const elements: Record<string, unknown> = {
    '#early-step form': form,
    '#early-step input': {
      focus: () => {
        focused = true
      },
    },
    'meta[name=later-steps]': later,
    'script[type=importmap]': hasMap ? {} : null,
  }
  runInNewContext(script, {
    window,
    document: {
      documentElement: { dataset, lang: 'de' },
      querySelector: (selector: string) => elements[selector],
      createElement: () => ({}),
      head: { append: ({ rel, href }: Record<string, string>) => links.push(`${rel} ${href}`) },
    },
    localStorage: storage,
    sessionStorage: session,
    scrollTo: () => {},
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries(typed)
      }
    },
    Option: class {
      text: string
      value: string
      constructor(text: string, value: string) {
        this.text = text
        this.value = value
      }
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: (type: string, listener: (event: Event) => void, capture: boolean) =>
      page.removeEventListener(type, listener, { capture }),
  })
  const send = (type: string, target: object = {}) => {
    const event = new Event(type, { cancelable: true })
    Object.defineProperty(event, 'target', { value: target })
    page.dispatchEvent(event)
    return event
  }
  return {
    dataset,
    window,
    links,
    storage,
    send,
    press: (early?: string) =>
      send('click', { closest: () => (early === undefined ? null : { dataset: { early } }) }),
    submit: () => send('submit', form),
    hasFocus: () => focused,
  }
}

describe('a press on No before the app is there', () => {
  it('shows step 2 with the focus in its first field, fetches what comes after, and needs no other answer', () => {
    const { press, dataset, links, hasFocus, window } = load()
    press('2')
    expect(dataset.earlyStep).toBe(2)
    expect(hasFocus()).toBe(true)
    expect(links).toEqual(['modulepreload /assets/steps.js', 'modulepreload /assets/shared.js'])
    expect(window.earlyPress.button).toBeNull()
  })

  it('asks for no module before the import map has come', () => {
    const { press, links } = load({ hasMap: false })
    press('2')
    expect(links).toEqual(['preload /assets/steps.js', 'preload /assets/shared.js'])
  })

  it('is taken back by Previous', () => {
    const { press, dataset } = load()
    press('2')
    press('1')
    expect(dataset.earlyStep).toBeUndefined()
  })

  it.each([
    ['a draft is on the device', { local: { bookingDraft: '{}' } }],
    ['a draft is in the tab', { session: { bookingDraft: '{}' } }],
    ['a patient is verified', { session: { patientToken: 'a' } }],
    ['a code was asked for', { session: { pendingCode: '{}' } }],
    ['it is a reception tablet', { local: { receptionTablet: 'set_up' } }],
    ['the page waits for another language', { waits: true }],
  ])('waits for the app when %s', (_, device) => {
    const { press, dataset, window } = load(device)
    press('2')
    expect(dataset.earlyStep).toBeUndefined()
    expect(window.earlyPress.button).toBe('pressed')
  })

  it('and no other button is answered here', () => {
    const { press, dataset, window } = load()
    press()
    expect(dataset.earlyStep).toBeUndefined()
    expect(window.earlyPress.button).toBe('pressed')
  })
})

describe('step 2 before the app is there', () => {
  it('is not sent by the browser, and Next is remembered', () => {
    const { press, submit, send, window } = load()
    press('2')
    expect(send('submit', {}).defaultPrevented).toBe(false)
    expect(window.earlyBooking?.wantsNext).toBe(false)
    expect(submit().defaultPrevented).toBe(true)
    expect(window.earlyBooking?.wantsNext).toBe(true)
  })

  it('is kept as a draft when the page goes, and only when somebody was on it', () => {
    const { press, send, storage } = load()
    send('pagehide')
    expect(storage.bookingDraft).toBeUndefined()
    press('2')
    send('pagehide')
    expect(JSON.parse(storage.bookingDraft ?? '')).toMatchObject({
      isEarly: true,
      step: 2,
      reached: 2,
      form: { firstName: 'Ada' },
    })
  })

  it('lists the countries in the language of the page when somebody looks, once', () => {
    const listed: { text: string; value: string }[] = []
    const select = {
      dataset: { codes: 'NG DE AT' },
      value: 'nigeria',
      get length() {
        return Math.max(1, listed.length)
      },
      replaceChildren: (...options: typeof listed) => void listed.push(...options),
    }
    const { send } = load()
    send('focusin', select)
    send('pointerdown', select)
    expect(listed.map(({ text, value }) => [text, value])).toEqual([
      ['Deutschland', 'germany'],
      ['Nigeria', 'nigeria'],
      ['Österreich', 'austria'],
    ])
    expect(select.value).toBe('nigeria')
  })

  it('is left alone when the app has taken it over', () => {
    const { press, submit, dataset, window } = load()
    press('2')
    window.earlyBooking?.over()
    expect(dataset.earlyStep).toBeUndefined()
    expect(window.earlyBooking).toBeUndefined()
    press('2')
    expect(dataset.earlyStep).toBeUndefined()
    expect(submit().defaultPrevented).toBe(false)
  })
})
