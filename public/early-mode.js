// The light or dark mode that staff chose on this device, before the app starts and on their pages before the first
// paint: a page that comes up in the other one and then turns would flash. Nothing stored, or no such mode: the page follows the device (styles of the page).
// Kept by src/features/shell/layout-settings.ts, read by src/app/chosen-mode.ts.
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
