// Step 2 of booking before the app is there (docs/decisions/040-usable-from-the-first-paint.md). The build writes it into
// the booking page, after early.js: no tap after the first paint may find nothing that listens.

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
    earlyBooking.step = step
    if (step === 1) {
      delete html.dataset.earlyStep
      document.querySelector('main h2')?.focus()
      return
    }
    html.dataset.earlyStep = step
    fetchLater()
    scrollTo(0, 0)
    document.querySelector('#early-step input').focus({ preventScroll: true })
  },
  over() {
    for (const [type, listener] of listeners) removeEventListener(type, listener, true)
    delete html.dataset.earlyStep
    delete html.dataset.earlyNext
    window.earlyBooking = undefined
  },
}

// What the later steps need, while the rest of the first step is still on its way. No module may be asked for before the
// import map, which comes last.
function fetchLater() {
  const later = document.querySelector('meta[name=later-steps]')
  const kind = document.querySelector('script[type=importmap]')
    ? { rel: 'modulepreload' }
    : { rel: 'preload', as: 'script' }
  later?.remove()
  for (const href of later?.content.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '', href }))
}

function onClick({ target }) {
  const button = target.closest('[data-early]')
  if (!button || !isFirst) return
  // Answered here.
  earlyPress.button = null
  earlyBooking.show(Number(button.dataset.early))
}

function onSubmit(event) {
  if (event.target !== form()) return
  // What was typed would stand in the address.
  event.preventDefault()
  earlyPress.button = null
  earlyBooking.wantsNext = true
  html.dataset.earlyNext = ''
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
  const typed = Object.fromEntries(new FormData(form()))
  const draft = { savedAt: Date.now(), isEarly: true, step: 2, reached: 2, form: typed }
  try {
    localStorage.bookingDraft = JSON.stringify(draft)
  } catch {
    // No storage: then nothing is kept.
  }
}

const listeners = [
  ['click', onClick],
  ['submit', onSubmit],
  ['focusin', listCountries],
  ['pointerdown', listCountries],
  ['pagehide', keep],
]
window.earlyBooking = earlyBooking
for (const [type, listener] of listeners) addEventListener(type, listener, true)
