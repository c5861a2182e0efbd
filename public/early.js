// What a page does before its app is there (docs/decisions/057-how-a-page-starts.md). The build writes it into every page.

const html = document.documentElement

// The stored light or dark mode, before the first paint, or the page would flash. Stored by
// src/features/shell/layout-settings.ts, read by src/theme/chosen-mode.ts.
function showMode(mode) {
  html.dataset.mode = mode
  for (const meta of document.querySelectorAll('meta[name=theme-color]'))
    meta.media = meta.dataset.scheme === mode ? 'all' : 'not all'
}
window.showMode = showMode
try {
  const mode = JSON.parse(localStorage.getItem('layoutModeType'))
  if (mode === 'light' || mode === 'dark') showMode(mode)
} catch {
  // No storage, or a value that is none of ours.
}

try {
  const language = localStorage.getItem('I18N_LANGUAGE')
  if (/^\w\w$/.test(language)) html.dataset.language = language
  // The booking page is prerendered in each language; where it is another than the chosen one it waits for the app.
  const codes = { en: 'en', sp: 'es', gr: 'de', it: 'it', rs: 'ru', ha: 'ha', yo: 'yo', ig: 'ig' }
  if ((codes[language] ?? 'en') !== html.lang) html.dataset.waits = ''
} catch {
  // No storage: then no language is chosen.
}

// Whatever a former visit left is read by the app alone (src/features/booking/state/stored-draft.ts): step 2 in the page is a
// first visit's. On a reception tablet the browser may fill in nothing, which the page in the HTML does not say.
try {
  const left = [localStorage.bookingDraft, localStorage.receptionTablet]
  const leftInTab = [sessionStorage.bookingDraft, sessionStorage.patientToken, sessionStorage.pendingCode]
  if ('waits' in html.dataset || [...left, ...leftInTab].some(Boolean)) html.dataset.returning = ''
} catch {
  // No storage: then nothing was left.
}

// The last button pressed before the app is there, Next among them, which presses it again (src/features/booking/early-press.ts).
const earlyPress = {
  button: null,
  over() {
    removeEventListener('click', remember, true)
    delete html.dataset.pressed
  },
}
function remember(event) {
  const pressed = event.target.closest('button, main a[href^="#"]')
  if (!pressed) return
  const isLink = pressed.localName === 'a'
  // The browser follows it, and CSS shows the step.
  earlyPress.button = isLink && !('returning' in html.dataset) ? null : pressed
  if (isLink && earlyPress.button) event.preventDefault()
  html.toggleAttribute('data-pressed', pressed.type === 'submit')
}
window.earlyPress = earlyPress
addEventListener('click', remember, true)

// WebKit gives the field that a link leads to the focus, but no caret.
addEventListener('hashchange', () => {
  const field = document.querySelector('input:target')
  field?.setSelectionRange(field.value.length, field.value.length)
})

// Browsers fill in what was typed before a reload. In an address with a step it was typed before the app was there, and
// nothing else has it; otherwise a draft has it, or it was booked, and is nobody's business any more.
addEventListener('DOMContentLoaded', () => {
  if (!location.hash) for (const form of document.forms) form.reset()
})

// Chromium offers to install the app once; the app does so at a better moment (src/ui/install/install-hint.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})

// Without its scripts a page does nothing, and says so (src/app/not-loaded.tsx). With the line it is loaded again.
function sayNotLoaded() {
  const { content } = document.getElementById('not-loaded') ?? {}
  if (!content || document.querySelector('.not-loaded')) return
  const notice = content.firstElementChild.cloneNode(true)
  notice.replaceChildren(
    notice.querySelector(`[data-in="${html.dataset.language}"]`) ?? notice.firstElementChild,
  )
  notice.querySelector('button').addEventListener('click', () => location.reload())
  // The page in the other language waits for nothing any more.
  delete html.dataset.waits
  document.body.append(notice)
  addEventListener('online', () => location.reload(), { once: true })
}
window.sayNotLoaded = sayNotLoaded
// Of a script element: it, or what it imports, could not be fetched.
addEventListener('error', ({ target }) => target?.localName === 'script' && sayNotLoaded(), true)
