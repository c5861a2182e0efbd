import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { OFFER_TOKEN, VISIT_BEARER } from '../../contract/link-tokens.ts'
import { FALLBACK_LANGUAGE, isoLanguage, LANGUAGE_CODES } from '../../domain/languages.ts'

const read = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url), 'utf8')
/** As the page of staff has them. */
const script = `(()=>{${read('early.js')}})();(()=>{${read('early-staff.js')}})()`

/** Runs the script on a page whose storage has this text, or refuses to be read. */
function load(
  stored: string | null | Error,
  {
    language = null as string | null,
    written = 'en',
    address = '/dashboard',
    session = {} as Record<string, string>,
    choices = {} as Record<string, string>,
    state = null as object | null,
    hasWords = true,
  } = {},
) {
  const metas = ['light', 'dark'].map((scheme) => ({
    dataset: { scheme },
    media: `(prefers-color-scheme: ${scheme})`,
  }))
  const html = {
    dataset: {} as Record<string, string>,
    lang: written,
    toggleAttribute: (name: string, isSet: boolean) => {
      if (isSet) html.dataset[name.slice('data-'.length)] = ''
    },
  }
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored
    if (key === 'I18N_LANGUAGE') return language
    return key === 'layoutModeType' ? stored : (choices[key] ?? null)
  }
  const window: Partial<Window> = {}
  const said: Notice[] = []
  const words = { firstElementChild: new Notice() }
  const reload = vi.fn()
  const form = { reset: vi.fn() }
  const page = new EventTarget()
  const named: Record<string, string> = {
    'meta[name=staff-pages]': '/dashboard /config',
  }
  runInNewContext(script, {
    window,
    addEventListener: page.addEventListener.bind(page),
    // Node reads the third argument as an object only.
    removeEventListener: (type: string, listener: (event: Event) => void, capture: boolean) =>
      page.removeEventListener(type, listener, { capture }),
    localStorage: { getItem, ...choices },
    sessionStorage: { getItem: (key: string) => session[key] ?? null, ...session },
    location: Object.assign(new URL(address, 'https://clinic.example'), { reload }),
    history: { state },
    document: {
      documentElement: html,
      querySelectorAll: () => metas,
      querySelector: (selector: string) =>
        selector === '.not-loaded' ? said[0] : { content: named[selector] },
      getElementById: () => (hasWords ? { content: words } : null),
      body: { append: (notice: Notice) => said.push(notice) },
      forms: [form],
    },
  })
  return {
    dataset: html.dataset,
    form,
    waits: () => 'waits' in html.dataset,
    mode: () => html.dataset.mode,
    media: () => metas.map(({ media }) => media),
    window,
    page,
    reload,
    said: () => said.map((notice) => notice.language),
    press: () => said[0]?.press(),
  }
}

/** The template's notice, with a child for each of two languages. */
class Notice {
  language = ''
  press = () => {}
  firstElementChild = 'en'
  cloneNode = () => this
  replaceChildren = (language: string) => {
    this.language = language
  }
  querySelector = (selector: string) => {
    if (selector !== 'button') return selector === '[data-in="gr"]' ? 'gr' : null
    return {
      addEventListener: (_: string, press: () => void) => {
        this.press = press
      },
    }
  }
}

/** Functions that the script leaves for the app. */
type Window = {
  showMode: (mode: string) => void
  sayNotLoaded: () => void
  earlyPress: { button: unknown; over: () => void }
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

  it('can change its mode later, and the browser’s bar with it', () => {
    const page = load('"dark"')
    page.window.showMode?.('light')
    expect(page.mode()).toBe('light')
    expect(page.media()).toEqual(['all', 'not all'])
  })
})

describe('a page prerendered in one language waits for the app', () => {
  const others = LANGUAGE_CODES.filter((code) => code !== FALLBACK_LANGUAGE)
  it.each(others)(
    'where %s is chosen and the page is English, or the other way round, and not otherwise',
    (language) => {
      expect(load(null, { language }).waits()).toBe(true)
      expect(load(null, { language, written: isoLanguage(language) }).waits()).toBe(false)
      expect(load(null, { language: 'en', written: isoLanguage(language) }).waits()).toBe(true)
    },
  )
  it.each([null, 'en', 'klingon', '', 'xsp'])('but not in English when %j is stored', (language) =>
    expect(load(null, { language }).waits()).toBe(false),
  )
  it('but not when the storage cannot be read', () =>
    expect(load(new Error('denied'), { written: 'de' }).waits()).toBe(false))
})

describe('before the app is ready', () => {
  const YES = { localName: 'button', type: 'button' }
  const NEXT = { localName: 'button', type: 'submit' }
  const NO = { localName: 'a' }
  const press = (pressed: object | null) => {
    const event = new Event('click', { cancelable: true })
    Object.defineProperty(event, 'target', { value: { closest: () => pressed } })
    return event
  }

  it('the last button pressed is remembered until the app takes over', () => {
    const { page, window, dataset } = load(null)
    page.dispatchEvent(press(YES))
    page.dispatchEvent(press(NEXT))
    page.dispatchEvent(press(null))
    expect(window.earlyPress?.button).toBe(NEXT)
    expect(dataset.pressed).toBe('')
    window.earlyPress?.over()
    page.dispatchEvent(press(YES))
    expect(window.earlyPress?.button).toBe(NEXT)
    expect(dataset.pressed).toBeUndefined()
  })

  it('the browser handles a link to a step; on a later visit the app does', () => {
    const { page, window } = load(null)
    const followed = press(NO)
    page.dispatchEvent(press(YES))
    page.dispatchEvent(followed)
    expect(followed.defaultPrevented).toBe(false)
    expect(window.earlyPress?.button).toBeNull()

    const returning = load(null, { choices: { bookingDraft: '{}' } })
    const held = press(NO)
    returning.page.dispatchEvent(held)
    expect(held.defaultPrevented).toBe(true)
    expect(returning.window.earlyPress?.button).toBe(NO)
  })

  it.each([
    ['nothing', {}, false],
    ['a draft', { choices: { bookingDraft: '{}' } }, true],
    ["a patient's draft", { session: { bookingDraft: '{}' } }, true],
    ['a verified patient', { session: { patientToken: 'token' } }, true],
    ['a pending code', { session: { pendingCode: '{}' } }, true],
    ['a reception tablet', { choices: { receptionTablet: 'set_up' } }, true],
    ['another language', { language: 'gr' }, true],
  ])('a start that finds %s is marked as returning: %o %s', (_, found, isMarked) =>
    expect('returning' in load(null, found).dataset).toBe(isMarked),
  )

  it.each([
    ['/book-appointment', 1],
    ['/book-appointment#booking-firstName', 0],
  ])('at %s the values that the browser restored are removed %s times', (address, times) => {
    const { page, form } = load(null, { address })
    page.dispatchEvent(new Event('DOMContentLoaded'))
    expect(form.reset).toHaveBeenCalledTimes(times)
  })

  it('the browser’s install prompt is stored and not shown by itself', () => {
    const { page, window } = load(null)
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    page.dispatchEvent(offer)
    expect(window.installPrompt).toBe(offer)
    expect(offer.defaultPrevented).toBe(true)
  })
})

describe('the frame of the staff pages', () => {
  const session = { token: 'a token', authUser: '{}' }
  it.each([
    ['/dashboard', 'list'],
    ['/Dashboard/?location=fct', 'list'],
    ['/dashboard?view=day', 'frame'],
    ['/dashboard?location=fct&view=day', 'frame'],
    ['/config', 'frame'],
    ['/login', undefined],
    ['/book-appointment', undefined],
  ])('of %s is %s for a tab with a session', (address, start) =>
    expect(load(null, { address, session }).dataset.start).toBe(start),
  )

  it.each<[string, Record<string, string>]>([
    ['no session', {}],
    ['a token alone', { token: 'a token' }],
    ['a session without its token', { authUser: '{}', token: '' }],
  ])('is not shown to a tab with %s', (_, without) =>
    expect(load(null, { session: without }).dataset.start).toBeUndefined(),
  )

  it('follows the specification when nothing valid is stored', () => {
    const asBegun = { start: 'list', layout: 'horizontal', top: 'colored', side: 'dark', size: 'lg' }
    expect(load(null, { session }).dataset).toEqual(asBegun)
    expect(load(null, { session, choices: { layoutType: 'vertical' } }).dataset).toEqual(asBegun)
  })

  it('follows the settings stored on this device', () => {
    const choices = {
      layoutType: '"vertical"',
      leftSideBarTheme: '"colored"',
      sidebarSizeType: '"small"',
      layoutWidth: '"boxed"',
    }
    const chosen = { start: 'list', layout: 'vertical', top: 'light', side: 'colored', boxed: '' }
    expect(load(null, { session, choices }).dataset).toEqual({ ...chosen, size: 'small' })
    const condensed = { ...choices, leftSideBarType: '"condensed"', topbarTheme: '"dark"' }
    expect(load(null, { session, choices: condensed }).dataset).toEqual({
      ...chosen,
      size: 'sm',
      top: 'dark',
    })
  })

  it('names what it waits for in the chosen language', () => {
    expect(load(null, { session, language: 'gr' }).dataset.language).toBe('gr')
    expect(load(null, { session }).dataset.language).toBeUndefined()
  })
})

describe('an app that fails to load', () => {
  it.each([
    [null, 'en'],
    ['gr', 'gr'],
    ['rs', 'en'],
  ])('is reported with %j stored in %s, once', (language, code) => {
    const { window, page, said } = load(null, { language })
    expect(said()).toEqual([])
    const failed = (localName: string) =>
      Object.defineProperty(new Event('error'), 'target', { value: { localName } })
    page.dispatchEvent(failed('img'))
    expect(said()).toEqual([])
    page.dispatchEvent(failed('script'))
    expect(said()).toEqual([code])
    window.sayNotLoaded?.()
    expect(said()).toEqual([code])
  })

  it('ends the wait for another language', () => {
    const { window, waits } = load(null, { language: 'rs' })
    expect(waits()).toBe(true)
    window.sayNotLoaded?.()
    expect(waits()).toBe(false)
  })

  it('is loaded again on request, and its line is written once', () => {
    const { window, page, press, reload } = load(null)
    page.dispatchEvent(new Event('online'))
    expect(reload).not.toHaveBeenCalled()
    window.sayNotLoaded?.()
    press()
    expect(reload).toHaveBeenCalledTimes(1)
    page.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('changes nothing on a page without words for it, such as the documentation', () => {
    const { window, said } = load(null, { hasWords: false })
    window.sayNotLoaded?.()
    expect(said()).toEqual([])
  })
})

describe('the page of an appointment requests it before the app is ready', () => {
  const TOKEN = 'A'.repeat(22)
  function open(hash: string, state: object | null = null) {
    const window: { earlyVisit?: { token: string; answer: Promise<unknown> } } = {}
    const asked: [address: string, authorization: string][] = []
    const replaced: [state: object, address: string][] = []
    runInNewContext(read('early-visit.js'), {
      window,
      AbortSignal,
      location: { hash, pathname: '/visit' },
      history: {
        state,
        replaceState: (kept: object, _: string, address: string) => replaced.push([kept, address]),
      },
      document: { querySelector: () => ({ href: 'https://api.clinic.example/clinic' }) },
      fetch: (address: string, { headers }: { headers: Record<string, string> }) => {
        asked.push([address, headers.Authorization ?? ''])
        return Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    return { asked, replaced, early: window.earlyVisit }
  }

  it.each([
    ['by the link', `#${TOKEN}`, null],
    ['after a reload, which has it in the history alone', '', { visitToken: TOKEN }],
    ['by another link in the same tab', `#${TOKEN}`, { visitToken: 'B'.repeat(22) }],
    ['by a link to which something was added', `#${TOKEN}&utm_source=mail`, null],
  ])('%s', (_, hash, state) => {
    const { asked, early, replaced } = open(hash, state)
    expect(replaced).toEqual([[{ visitToken: TOKEN }, '/visit']])
    expect(asked).toEqual([['https://api.clinic.example/visit', `Bearer visit:${TOKEN}`]])
    expect(early?.token).toBe(TOKEN)
  })

  it.each([
    ['without a link', ''],
    ['by what can be none', '#%zz'],
    ['by the link of an offer', `#o.${TOKEN}`],
  ])('but not %s', (_, hash) => expect(open(hash).asked).toEqual([]))

  it('and as the app itself does', () => {
    const script = read('early-visit.js')
    expect(script).toContain(`'${OFFER_TOKEN}'`)
    expect(script).toContain(`Bearer ${VISIT_BEARER}$`)
    const app = readFileSync(new URL('../../src/features/own-visit/visit-token.ts', import.meta.url), 'utf8')
    const pattern = (text: string) => /\/\^.+?\/(?=\.exec\()/.exec(text)?.[0]
    expect(pattern(script)).toBe(pattern(app))
    expect(pattern(app)).toBeDefined()
  })
})
