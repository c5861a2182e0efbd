// What cannot wait for the first paint (scripts/build/page.ts); public/early-rest.js has what can. The build minifies it, and
// writes it into the pages.

// The stored light or dark mode, before the first paint, or the page would flash. Stored by
// src/features/shell/layout-settings.ts, read by src/theme/chosen-mode.ts.
function showMode(mode) {
  document.documentElement.dataset.mode = mode
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
  if (/^\w\w$/.test(language)) document.documentElement.dataset.language = language
} catch {
  // No storage.
}

// The booking page is prerendered in each language; where it is another than the chosen one it waits for the app.
try {
  const codes = { en: 'en', sp: 'es', gr: 'de', it: 'it', rs: 'ru', ha: 'ha', yo: 'yo', ig: 'ig' }
  const chosen = codes[localStorage.getItem('I18N_LANGUAGE')] ?? 'en'
  const { lang, dataset } = document.documentElement
  if (chosen !== lang) dataset.waits = ''
} catch {
  // No storage: then no language is chosen.
}

// The last button pressed before the scripts are there; the app takes it over (src/app/early-press.ts).
const earlyPress = { button: null, forget: () => removeEventListener('click', remember, true) }
function remember(event) {
  earlyPress.button = event.target.closest('button')
}
window.earlyPress = earlyPress
addEventListener('click', remember, true)
