import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { bookableDays } from '../../domain/booking.ts'
import { bookablePart, monthOf } from '../../src/features/booking/details/slot-days.ts'

const script = ['early-app.js', 'early-booking.js']
  .map((name) => readFileSync(new URL(`../../public/${name}`, import.meta.url), 'utf8'))
  .map((code) => `(()=>{${code}})();`)
  .join('')

const TIMES = { api: '/api', token: 'portal', location: 'fct', zone: 'Africa/Lagos', days: '60' }
const FILES = {
  app: '/assets/a.js /assets/b.js',
  also: '/assets/page.js',
  later: '/assets/steps.js /assets/shared.js',
  third: '/assets/third.js',
  parts: '/assets/third.html',
}

/** Was pressed before, and is none of the script's. */
const OTHER = { closest: () => null }

type Early = { step: number; wantsNext: boolean; over: () => void; third?: object }
type Asked = { address: string; headers: Record<string, string> }

/** Runs the script on the booking page of a device that has stored this; what the app itself needs has been seen to. */
function load({
  local = {},
  session = {},
  waits = false,
  hasMap = true,
  typed = { firstName: 'Ada' },
  now = Date.now(),
  times = TIMES,
  hasWorker = false,
  visibilityState = 'visible',
  pressed = OTHER as object,
} = {}) {
  const dataset: Record<string, string> = waits ? { waits: '' } : {}
  const page = new EventTarget()
  const window: {
    earlyPress: { button: unknown }
    sayNotLoaded: () => void
    earlyBooking?: Early
    earlyAnswer?: { address: string; at: number }
  } = {
    earlyPress: { button: pressed },
    // No import comes to anything here.
    sayNotLoaded: () => {},
  }
  const storage: Record<string, string> = { ...local }
  const form = {}
  const links: string[] = []
  let focused = false
  const asked: Asked[] = []
  const frames: (() => void)[] = []
  const requests: string[] = []
  const ended: (() => void)[] = []
  const passive: string[] = []
  const map = { rel: 'import map', href: '' }
  const elements: Record<string, unknown> = {
    '#early-step form': form,
    '#early-step input': {
      focus: () => {
        focused = true
      },
    },
  }
  const named: Record<string, unknown> = {
    'booking-files': { dataset: { ...FILES, ...times } },
    'after-first-frame': { content: map },
  }
  runInNewContext(script, {
    window,
    fetch: async (address: string, { headers }: Asked) => void asked.push({ address, headers }),
    AbortSignal,
    URLSearchParams,
    navigator: { serviceWorker: { controller: hasWorker ? {} : null } },
    XMLHttpRequest: class {
      responseType = ''
      open = (method: string, address: string) => requests.push(`${method} ${address} ${this.responseType}`)
      send = () => {}
      addEventListener = (_: string, listener: () => void) => ended.push(listener)
    },
    Date: class extends Date {
      static override now = () => now
    },
    document: {
      documentElement: { dataset, lang: 'de' },
      querySelector: (selector: string) => elements[selector],
      getElementById: (id: string) => named[id],
      createElement: () => ({}),
      head: { append: ({ rel, href }: Record<string, string>) => links.push(`${rel} ${href}`.trim()) },
      visibilityState,
    },
    localStorage: storage,
    sessionStorage: session,
    scrollTo: () => {},
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    setTimeout: (task: () => void) => task(),
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
    addEventListener: (
      type: string,
      listener: (event: Event) => void,
      options: { capture?: boolean; passive?: boolean } = {},
    ) => {
      if (options.passive) passive.push(type)
      page.addEventListener(type, listener, options)
    },
    removeEventListener: (type: string, listener: (event: Event) => void, capture: boolean) =>
      page.removeEventListener(type, listener, { capture }),
  })
  const send = (type: string, target: object = {}) => {
    const event = new Event(type, { cancelable: true })
    let isStopped = false
    const stopPropagation = () => {
      isStopped = true
    }
    Object.defineProperties(event, { target: { value: target }, stopPropagation: { value: stopPropagation } })
    page.dispatchEvent(event)
    return Object.assign(event, { isStopped: () => isStopped })
  }
  const paint = () => {
    for (const draw of frames.splice(0)) draw()
  }
  const started: string[] = []
  const start = () => {
    paint()
    send('DOMContentLoaded')
    paint()
    started.push(...links.splice(0))
  }
  if (hasMap) start()
  return {
    started,
    start,
    dataset,
    window,
    links,
    asked,
    requests,
    endRequest: () => {
      for (const listener of ended.splice(0)) listener()
    },
    storage,
    send,
    passive,
    press: (early?: string, type = 'click') =>
      send(type, { closest: () => (early === undefined ? null : { dataset: { early } }) }),
    submit: () => send('submit', form),
    hasFocus: () => focused,
    paint,
  }
}

describe('the app', () => {
  const AT_FIRST = ['/assets/a.js', '/assets/b.js', '/assets/page.js'].map((file) => `preload ${file}`)
  const ONCE_READ = ['import map', 'modulepreload /assets/page.js']

  it('is asked for after the first frame, as mere files, and its modules with the import map once the page is read', () => {
    const { links, paint, send } = load({ hasMap: false })
    expect(links).toEqual([])
    paint()
    expect(links).toEqual(AT_FIRST)
    send('DOMContentLoaded')
    expect(links).toEqual(AT_FIRST)
    paint()
    expect(links).toEqual([...AT_FIRST, ...ONCE_READ])
  })

  it('comes from the device where the worker has it', () =>
    expect(load({ hasWorker: true }).started).toEqual(ONCE_READ))

  it('waits for no frame in a hidden tab, which has none', () => {
    const { links, send } = load({ hasMap: false, visibilityState: 'hidden' })
    send('DOMContentLoaded')
    expect(links).toEqual([...AT_FIRST, ...ONCE_READ])
  })
})

describe('a press on No before the app is there', () => {
  it('shows step 2 with the focus in its first field, fetches what comes after, and needs no other answer', () => {
    const { press, paint, dataset, links, hasFocus, window, endRequest } = load()
    press('2')
    paint()
    // After the parts of step 3, with which they would share a slow line.
    expect(links).toEqual([])
    endRequest()
    expect(dataset.earlyStep).toBe(2)
    expect(hasFocus()).toBe(true)
    expect(links).toEqual(['modulepreload /assets/steps.js', 'modulepreload /assets/shared.js'])
    expect(window.earlyPress.button).toBeNull()
  })

  it('asks for the free times, once, and keeps the answer for the app', () => {
    const now = Date.parse('2026-11-23T08:00:00Z')
    const { press, paint, asked, window } = load({ now })
    press('2')
    expect(asked).toEqual([])
    paint()
    press('1')
    press('2')
    paint()
    const address = '/api/availability?location=fct&from=2026-11-23&to=2026-11-30'
    const headers = { Accept: 'application/json', Authorization: 'Bearer portal' }
    expect(asked).toEqual([{ address, headers }])
    expect(window.earlyAnswer).toMatchObject({ address, at: now })
  })

  it.each([
    ['in the middle of a month', '2026-11-11T12:00:00Z', 'Africa/Lagos', 60],
    ['on the last day of a month', '2026-11-30T12:00:00Z', 'Africa/Lagos', 60],
    ['in February of a leap year', '2028-02-01T12:00:00Z', 'Africa/Lagos', 60],
    ['in December', '2026-12-31T12:00:00Z', 'Africa/Lagos', 60],
    ['when it is tomorrow at the clinic', '2026-11-30T23:30:00Z', 'Africa/Lagos', 60],
    ['when it is yesterday at the clinic', '2026-12-01T03:00:00Z', 'America/New_York', 60],
    ['in a zone of half an hour', '2026-11-30T18:45:00Z', 'Asia/Kolkata', 60],
    ['where few days can be booked', '2026-11-11T12:00:00Z', 'Africa/Lagos', 7],
    ['where only today can be booked', '2026-11-11T12:00:00Z', 'Africa/Lagos', 1],
  ])('asks for the days that the app asks for, %s', (_, now, timeZone, horizonDays) => {
    const times = { ...TIMES, zone: timeZone, days: String(horizonDays) }
    const { press, paint, asked } = load({ now: Date.parse(now), times })
    press('2')
    paint()
    const { from, to: last } = bookableDays(new Date(now), horizonDays, timeZone)
    const { to } = bookablePart(monthOf(from), from, last)
    expect(asked[0]?.address).toBe(`/api/availability?location=fct&from=${from}&to=${to}`)
  })

  it("goes by the server's clock, where it is known", () => {
    const local = { clockOffset: String(24 * 60 * 60_000) }
    const { press, paint, asked } = load({ now: Date.parse('2026-11-23T08:00:00Z'), local })
    press('2')
    paint()
    expect(asked[0]?.address).toContain('from=2026-11-24')
  })

  it('leaves questions and files to the app where that has taken over before the next frame', () => {
    const { press, paint, asked, requests, links, window } = load()
    press('2')
    window.earlyBooking?.over()
    paint()
    expect([asked, requests, links]).toEqual([[], [], []])
  })

  it('that came before this script is answered by it', () => {
    const pressed = { closest: () => ({ dataset: { early: '2' } }) }
    const { dataset, window } = load({ pressed, hasMap: false })
    expect(dataset.earlyStep).toBe(2)
    expect(window.earlyPress.button).toBeNull()
  })

  it('asks for no module before the import map has come', () => {
    const { press, paint, links } = load({ hasMap: false, hasWorker: true })
    press('2')
    paint()
    expect(links).toEqual(['preload /assets/steps.js', 'preload /assets/shared.js'])
  })

  it('asks for the parts of step 3, once, and not where the worker has the app on the device', () => {
    const { press, paint, requests } = load()
    press('2')
    // The step is seen first.
    expect(requests).toEqual([])
    paint()
    press('1')
    press('2')
    paint()
    expect(requests).toEqual(['GET /assets/third.html document'])
    const { press: pressWithWorker, paint: paintWithWorker, requests: ofWorker } = load({ hasWorker: true })
    pressWithWorker('2')
    paintWithWorker()
    expect(ofWorker).toEqual([])
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
    expect(window.earlyPress.button).toBe(OTHER)
  })

  it.each(['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click'])(
    'keeps its %s from React until the app is there, which would hydrate all of the page first',
    (type) => {
      const { press, window } = load()
      expect(press('2', type).isStopped()).toBe(true)
      expect(press(undefined, type).isStopped()).toBe(false)
      Object.assign(window.earlyBooking ?? {}, { show: () => {} })
      expect(press('2', type).isStopped()).toBe(false)
      const { press: pressOnDraft } = load({ local: { bookingDraft: '{}' } })
      expect(pressOnDraft('2', type).isStopped()).toBe(false)
    },
  )

  it('is not held back by the browser, which waits for listeners that may prevent something', () => {
    expect(load().passive).toEqual(expect.arrayContaining(['touchstart', 'touchend']))
  })

  it('and no other button is answered here', () => {
    const { press, dataset, window } = load()
    press()
    expect(dataset.earlyStep).toBeUndefined()
    expect(window.earlyPress.button).toBe(OTHER)
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

  it('hands Next to step 3 where that is there, and keeps what was chosen on it', () => {
    const { press, submit, send, storage, window } = load()
    press('2')
    const done: unknown[] = []
    Object.assign(window.earlyBooking ?? {}, {
      third: {
        next: () => done.push('next'),
        show: (isShown: boolean) => done.push(isShown),
        values: () => ({ date: '2030-03-04', time: '09:30' }),
        over: () => done.push('over'),
      },
    })
    submit()
    press('3')
    send('pagehide')
    press('2')
    window.earlyBooking?.over()
    expect(done).toEqual(['next', true, false, 'over'])
    expect(JSON.parse(storage.bookingDraft ?? '')).toMatchObject({
      step: 3,
      reached: 3,
      form: { firstName: 'Ada', date: '2030-03-04', time: '09:30' },
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
