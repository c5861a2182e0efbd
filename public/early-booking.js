// Step 2 of booking before the app is there (docs/decisions/040-usable-from-the-first-paint.md). The build writes it into
// the booking page behind that step, after early-app.js. A tap that came before it was remembered by early.js.

const { afterFrame, announce, fetchOverLine, whenRead } = window.earlyApp
const { dataset: files } = document.getElementById('booking-files')
const listOf = (name) => files[name].split(' ').filter(Boolean)
const html = document.documentElement
const { earlyPress } = window
// What another visit left is read by the app alone (src/features/booking/stored-draft.ts); it waits for that, as does
// another language than the page's. On a reception tablet nothing is filled in by the browser, which the page cannot say.
function isFirstVisit() {
  try {
    const kept = [localStorage.bookingDraft, localStorage.receptionTablet]
    const ofTab = [sessionStorage.bookingDraft, sessionStorage.patientToken, sessionStorage.pendingCode]
    return !('waits' in html.dataset) && ![...kept, ...ofTab].some(Boolean)
  } catch {
    return true
  }
}

const isFirst = isFirstVisit()

const form = () => document.querySelector('#early-step form')
const earlyBooking = {
  // The step that is shown.
  step: 1,
  // Next was pressed: the app goes on as soon as it can (src/features/booking/early/hand-over.ts).
  wantsNext: false,
  show(step) {
    if (step === 1) delete html.dataset.earlyStep
    else html.dataset.earlyStep = step
    earlyBooking.turn(step)
    if (step > 1) onceSeen(fetchNext)
  },
  // Shows a step that is in the page; the app's own way to one ends here as well.
  turn(step) {
    earlyBooking.step = step
    earlyBooking.third?.show(step === 3)
    scrollTo(0, 0)
    const heads = ['#validation-question', '#early-step input', '#early-third h2']
    document.querySelector(heads[step - 1])?.focus({ preventScroll: true })
  },
  next() {
    earlyBooking.wantsNext = true
    html.dataset.earlyNext = ''
    earlyBooking.third?.next()
  },
  over() {
    for (const [type, listener] of listeners) removeEventListener(type, listener, true)
    earlyBooking.third?.over()
    delete html.dataset.earlyStep
    delete html.dataset.earlyNext
    window.earlyBooking = undefined
  },
}

const { show } = earlyBooking
// React hydrates the whole page before it lets a press through, in one task. So it gets nothing of a press that is answered here
// until it is there (src/features/booking/early/use-early-step.ts).
function keepFromApp(event) {
  if (isFirst && earlyBooking.show === show && event.target.closest?.('[data-early]')) event.stopPropagation()
}

// Asking for each file would hold up the first frame.
afterFrame(() => fetchOverLine([...listOf('app'), ...listOf('also')]))
// From then on modules may be asked for.
let isRead = false
whenRead(() => {
  isRead = true
  announce(listOf('also'), { rel: 'modulepreload' })
  // Each imports those before it. Run in one task they would hold a tap up on a slow phone.
  const inTurn = listOf('app').reduce((before, file) => before.then(() => import(file)), Promise.resolve())
  inTurn.catch(window.sayNotLoaded)
  if (isAsked.third) startThird()
})

// Each is asked for once.
const isAsked = {}
function isFirstTime(what) {
  const isNew = !isAsked[what]
  isAsked[what] = true
  return isNew
}

// Step 3 before the app is there (src/features/booking/early/third.ts). With the worker the app is on the device.
// Returns the request for its parts, or nothing where it was asked for before.
function fetchThird() {
  if (navigator.serviceWorker?.controller || !isFirstTime('third')) return
  const parts = new XMLHttpRequest()
  // A document of its own, in which nothing runs: no text of it is written as HTML here.
  parts.responseType = 'document'
  parts.open('GET', files.parts)
  parts.send()
  earlyBooking.parts = parts
  if (isRead) startThird()
  return parts
}

// Where it does not come the app does it all.
const startThird = () => void import(files.third).catch(() => {})

// Half of what is needed first: with the later steps beside it, it would have a small part of a slow line.
function fetchNext() {
  const parts = fetchThird()
  if (parts) parts.addEventListener('loadend', fetchLater)
  else fetchLater()
}

// What the later steps need, while the rest of the first step is still on its way.
function fetchLater() {
  if (!isFirstTime('later')) return
  announce(listOf('later'), isRead ? { rel: 'modulepreload' } : { rel: 'preload', as: 'script' })
}

// The free times of step 3, by the very address that the app asks for first (src/features/booking/details/month-questions.ts):
// it takes this answer (src/http/early-answer.ts). Any doctor's, to the end of this month or of what can be booked.
function askTimes() {
  if (!isFirstTime('times')) return
  const { api, token, location, zone, days } = files
  const at = Date.now()
  // The server's clock, as far as this device knows it (src/clock.ts).
  const now = new Date(at + (Number(localStorage.clockOffset) || 0))
  // Sweden writes days as they are asked for.
  const from = now.toLocaleDateString('sv', { timeZone: zone })
  const [year, month] = from.split('-')
  const ends = [Date.UTC(year, month, 0), Date.parse(from) + (days - 1) * 864e5]
  const to = new Date(Math.min(...ends)).toISOString().slice(0, 10)
  const address = `${api}/availability?${new URLSearchParams({ location, from, to })}`
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  const answer = fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
  // Whoever takes it hears of a failure.
  answer.catch(() => {})
  window.earlyAnswer = { address, at, answer }
}

function onClick({ target }) {
  const button = target.closest('[data-early]')
  if (!button || !isFirst) return
  // Answered here.
  earlyPress.button = null
  earlyBooking.show(Number(button.dataset.early))
  onceSeen(askTimes)
}

// Once the step is seen: requests, and what day it is at the clinic, take a slow phone a frame or more. The app asks by itself.
function onceSeen(ask) {
  requestAnimationFrame(() => setTimeout(() => window.earlyBooking && ask()))
}

function onSubmit(event) {
  if (event.target !== form()) return
  // What was typed would stand in the address.
  event.preventDefault()
  earlyPress.button = null
  earlyBooking.next()
}

// The countries are two kilobytes of names in every language, and few change what stands there.
function listCountries({ target }) {
  const codes = target.dataset?.codes?.split(' ')
  if (!codes || target.length > 1) return
  const names = (language) => new Intl.DisplayNames([language], { type: 'region' })
  const [english, local] = [names('en'), names(html.lang)]
  const chosen = target.value
  const options = codes
    .map((code) => new Option(local.of(code), english.of(code).toLowerCase()))
    .sort((a, b) => a.text.localeCompare(b.text, html.lang))
  target.replaceChildren(...options)
  target.value = chosen
}

// As the app keeps it (src/features/booking/draft.ts): a phone throws a page away that nobody looks at.
function keep() {
  if (earlyBooking.step === 1) return
  const typed = { ...Object.fromEntries(new FormData(form())), ...earlyBooking.third?.values() }
  const { step } = earlyBooking
  const draft = { savedAt: Date.now(), isEarly: true, step, reached: step, form: typed }
  try {
    localStorage.bookingDraft = JSON.stringify(draft)
  } catch {
    // No storage: then nothing is kept.
  }
}

const PRESS = ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click']
const listeners = [
  ['click', onClick],
  ['submit', onSubmit],
  ['focusin', listCountries],
  ['pointerdown', listCountries],
  ['pagehide', keep],
  ...PRESS.map((type) => [type, keepFromApp]),
]
window.earlyBooking = earlyBooking
// Where a finger's listener may prevent something, the browser holds the click back until it is through.
for (const [type, listener] of listeners)
  addEventListener(type, listener, { capture: true, passive: listener === keepFromApp })
// A tap that came between the first paint and this.
if (earlyPress.button) onClick({ target: earlyPress.button })
