import { OFFER_TOKEN, VISIT_BEARER } from '../../../../contract/link-tokens.ts'
import type { OwnVisit } from '../../../../contract/own-visit.ts'
import { isoLanguage, type LanguageCode } from '../../../../domain/languages.ts'
import { apiBaseUrl, clinic } from '../../../clinic.ts'
import { noteServerTime } from '../../../clock.ts'
import { flat, sayIn, type Words } from '../../../i18n/plain-words.ts'
import { mapAddress, telAddress } from '../../../ui/contact-addresses.ts'
import { shortWeekday } from '../../../ui/format-time.ts'
import { saveVisit } from '../save-visit.ts'
import { chosenHere, noteLanguage, takeVisitToken } from '../visit-token.ts'
import { monthName, whenIn } from '../when.ts'
import { EARLY_ID, PARTS_ID, SHOWN } from './hand-over.ts'
import { actionsOf, isRefused, problemOf, stateOf } from './states.ts'

/*
 * A visit by its own link before the app is there, and for most who open one instead of it: asks for the visit while the page
 * is still on its way, fills in its parts (early-visit.tsx), and does what takes one press. What takes a form, or goes wrong, is
 * the app's. The build writes it into the page, so it imports nothing but small functions.
 */

const TIMEOUT_MS = 20_000

const root = document.documentElement
/** What the build says with the parts (scripts/build/page.ts), once the page is read. */
const known = (name: 'app' | 'later' | 'languages' | 'words') =>
  document.getElementById(PARTS_ID)?.dataset[name] ?? ''
const listIn = (name: Parameters<typeof known>[0]) => known(name).split(' ').filter(Boolean)

const token = takeVisitToken()
let visit: OwnVisit
let language = 'en'
let say = sayIn({})
let busy = false
let isOver = false

type Answer = {
  /** 0: no answer came. */
  status: number
  visit: OwnVisit | null
  code?: string
}

async function ask(method: string, path = '', body?: object): Promise<Answer> {
  try {
    const answer = await fetch(`${apiBaseUrl}/visit${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${VISIT_BEARER}${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    noteServerTime(answer.headers.get('date'))
    const { data, code } = await answer.json()
    return { status: answer.status, visit: data?.reference ? data : null, code }
  } catch {
    return { status: 0, visit: null }
  }
}

/** Hands over to the app, which goes on from here. */
function startApp(more: Window['earlyVisit']): void {
  isOver = true
  window.earlyVisit = more
  Promise.all(listIn('app').map((file) => import(/* @vite-ignore */ file))).catch(() =>
    window.sayNotLoaded?.(),
  )
}

/** The texts of a language by its code; null: it is English, or they cannot be had. */
async function wordsOf(code: string): Promise<Words | null> {
  const isOffered = (clinic.languages as readonly string[]).includes(code)
  const at = isOffered ? `${isoLanguage(code as LanguageCode)}=` : '='
  const file = listIn('languages').find((each) => each.startsWith(at))
  if (!file) return null
  const answer = await fetch(file.slice(at.length)).catch(() => null)
  return answer?.ok ? answer.json() : null
}

/** Has the page speak a language; what the build wrote is English. */
function speak(code: string, theirs: Words | null): void {
  const english = flat(JSON.parse(known('words')))
  const texts = theirs ? { ...english, ...flat(theirs) } : english
  say = sayIn(texts)
  if (theirs) language = isoLanguage(code as LanguageCode)
  root.lang = language
  document.title = `${say('title')} | ${clinic.name}`
  const page = document.getElementById(EARLY_ID) as HTMLElement
  const parts = document.getElementById(PARTS_ID) as HTMLTemplateElement
  if (!theirs) return
  const other = new Map(Object.entries(english).map(([key, text]) => [text, texts[key] ?? text]))
  for (const within of [page, parts.content]) {
    const nodes = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const node = nodes.currentNode as Text
      const text = other.get(node.data.trim())
      if (text) node.data = node.data.replace(node.data.trim(), () => text)
    }
  }
  const select = page.querySelector('select')
  if (!select) return
  select.setAttribute('aria-label', say('language'))
  select.value = code
}

/** @returns a part of the page, by its name (early-visit.tsx) */
function part(name: string): HTMLElement {
  const parts = document.getElementById(PARTS_ID) as HTMLTemplateElement
  return parts.content.querySelector(`[data-part=${name}]`)?.firstElementChild?.cloneNode(true) as HTMLElement
}

/** Fills in what stands in a part; null takes its line away. */
function fill(element: HTMLElement, texts: Record<string, string | null>): HTMLElement {
  for (const [slot, text] of Object.entries(texts)) {
    const place =
      element.querySelector(`[data-slot=${slot}]`) ?? (element.dataset.slot === slot ? element : null)
    if (text === null) (place?.closest('li') ?? place)?.remove()
    else if (place) place.textContent = text
  }
  return element
}

/** A number in a part, which its only `tel:` link calls; null takes the link's line away. */
function withPhone(element: HTMLElement, phone: string | null): HTMLElement {
  const link = element.querySelector<HTMLAnchorElement>('a[href^="tel:"]')
  if (!link) return element
  if (phone === null) (link.closest('li') ?? link).remove()
  else {
    link.href = telAddress(phone)
    // The clinic's button says what it does.
    if (!link.dataset.slot) link.textContent = phone
  }
  return element
}

function card(when: ReturnType<typeof whenIn>): HTMLElement {
  const { appointment_date: at, place, initials } = visit
  const date = at.slice(0, 10)
  const element = fill(part('card'), {
    month: monthName(date, language),
    day: String(Number(date.slice(8))),
    weekday: shortWeekday(date, language),
    moment: when.moment(at),
    about: say('about', { when: when.ahead(date), minutes: visit.duration }),
    doctor: visit.doctor,
    address: place.address || null,
    reference: visit.reference,
    initials: initials && say('for', { initials }),
  })
  element.querySelector('time')?.setAttribute('datetime', at)
  const map = element.querySelector<HTMLAnchorElement>('[data-slot=address]')
  if (map) map.href = mapAddress(`${clinic.name}, ${place.address}`)
  element.querySelector('[data-slot=state]')?.replaceWith(part(`state-${stateOf(visit)}`))
  return withPhone(element, place.phone)
}

/** Draws the visit as it is. @param said what is said after a press */
function draw(said?: { kind: 'success' | 'error'; words: string }): void {
  const when = whenIn(language, (words) => say('moment', words))
  const { place, offer, canChange, status } = visit
  const saying = part('said')
  const rest = [card(when), saying]
  if (offer)
    rest.push(
      fill(part('offer'), {
        offered: when.moment(offer.appointment_date),
        'offered-doctor': offer.doctor.name,
        'not-held': say('offer.notHeld', { until: when.time(offer.until) }),
      }),
    )
  rest.push(withPhone(part(`actions-${actionsOf(visit)}`), place.phone))
  if (canChange) rest.push(part(visit.waits ? 'waits' : 'wait'))
  if (canChange)
    rest.push(fill(part('until'), { until: say('until', { when: when.moment(visit.changeUntil) }) }))
  else if (status !== 'cancelled') rest.push(withPhone(part('late'), place.phone))
  const title = document.querySelector(`#${EARLY_ID} h1`)
  title?.parentElement?.replaceChildren(title, ...rest)
  if (!said) return
  saying.setAttribute('role', said.kind === 'error' ? 'alert' : 'status')
  // In a place that is there already, or no screen reader says it.
  saying.append(fill(part(said.kind), { words: said.words }))
  // What was pressed may be gone.
  saying.focus()
}

/** What one press does: how it is sent. */
const PRESSES: Record<string, () => [method: string, path: string, body?: object]> = {
  confirm: () => ['POST', '/confirm'],
  keep: () => ['POST', '/keep'],
  'call-me': () => ['POST', '/call-me'],
  wait: () => ['POST', '/waiting-list'],
  'wait-no-more': () => ['DELETE', '/waiting-list'],
  claim: () => ['POST', '/claim', { offer: visit.offer?.id }],
}

async function press(button: HTMLElement): Promise<void> {
  const { press: to = '' } = button.dataset
  if (busy || isOver) return
  if (to === 'calendar') {
    const description = say('calendar.reference', { reference: visit.reference })
    return saveVisit(visit, { summary: say('calendar.title'), description, language })
  }
  button.setAttribute('aria-busy', 'true')
  if (to === 'move' || to === 'cancel') return startApp({ token, visit, opens: to })
  const sent = Object.hasOwn(PRESSES, to) ? PRESSES[to] : undefined
  if (!sent) return
  busy = true
  const answer = await ask(...sent())
  busy = false
  if (answer.status === 401) return startApp({ token })
  if (answer.visit) visit = answer.visit
  const when = whenIn(language, (words) => say('moment', words)).moment(visit.appointment_date)
  if (answer.status === 200) return draw({ kind: 'success', words: say(`done.${to}`, { when }) })
  draw({ kind: 'error', words: say(`problem.${problemOf(answer, to)}`) })
}

/** The app is asked for once nothing else is wanted of the line, so that a form is there soon after its press. */
function fetchApp(): void {
  // Most do what takes one press, and some pay for each byte.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const href of [...listIn('app'), ...listIn('later')]) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }))
  }
}

const read = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => resolve())
  else resolve()
})

async function start(): Promise<void> {
  if (token === '' || token.startsWith(OFFER_TOKEN)) {
    await read
    return startApp(undefined)
  }
  root.dataset[SHOWN] = ''
  const chosen = chosenHere()
  const asked = ask('GET')
  // Of what was chosen here they are fetched meanwhile, of the visit's once it is known.
  await read
  const words = chosen ? wordsOf(chosen) : null
  const answer = await asked
  if (!answer.visit) {
    delete root.dataset[SHOWN]
    // Asked for once more it would count as another link that opens nothing.
    return startApp(isRefused(answer.status) ? { token } : undefined)
  }
  visit = answer.visit
  const code = chosen ?? visit.language
  speak(code, await (words ?? wordsOf(code)))
  draw()
  setTimeout(fetchApp)
}

addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>(`#${EARLY_ID} [data-press]`)
  if (button) void press(button)
})
addEventListener('change', ({ target }) => {
  // The app has all languages.
  if (isOver || !(target instanceof HTMLSelectElement) || !target.closest(`#${EARLY_ID}`)) return
  noteLanguage(target.value)
  startApp({ token, visit })
})
// Another link, opened in this tab.
addEventListener('hashchange', () => {
  if (isOver || location.hash.length < 2) return
  takeVisitToken()
  location.reload()
})
void start()
