// The booking page can be read a second or two before its scripts are there on a slow line. This remembers
// the last button pressed in that time; the app takes it over as soon as it can answer (src/app/early-press.ts).
const earlyPress = { button: null, forget: () => removeEventListener('click', remember, true) }
function remember(event) {
  earlyPress.button = event.target.closest('button')
}
window.earlyPress = earlyPress
addEventListener('click', remember, true)
