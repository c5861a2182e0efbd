// What cannot wait for the app. Staff pages wait for it, having nothing to paint before the app is there; the booking
// page is painted without it (scripts/build/page.ts).

// The light or dark mode that staff chose on this device: a page that comes up in the other one and then turns would
// flash. Nothing stored, or no such mode: the page follows the device (styles of the page).
// Kept by src/features/shell/layout-settings.ts, read by src/theme/chosen-mode.ts.
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

// The booking page is written down in English: who chose another language waits for the app (scripts/build/page.ts),
// unless English has been seen already.
try {
  const isOther = /^(sp|gr|it|rs|ha|yo|ig)$/.test(localStorage.getItem('I18N_LANGUAGE'))
  if (isOther && performance.getEntriesByType('paint').length === 0)
    document.documentElement.dataset.waits = ''
} catch {
  // No storage: the page is English.
}

// The booking page can be read a second or two before its scripts are there on a slow line. This remembers
// the last button pressed in that time; the app takes it over as soon as it can answer (src/app/early-press.ts).
const earlyPress = { button: null, forget: () => removeEventListener('click', remember, true) }
function remember(event) {
  earlyPress.button = event.target.closest('button')
}
window.earlyPress = earlyPress
addEventListener('click', remember, true)

// Chromium offers to install the app once, perhaps before the app is there to listen; the app offers it at a better
// moment, in its own words (src/ui/install/install-hint.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
