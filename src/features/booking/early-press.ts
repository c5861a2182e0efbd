declare global {
  interface Window {
    /** Set by public/early.js; missing when that came too late or not at all. */
    earlyPress?: { button: HTMLElement | null; over: () => void }
  }
}

/** What a press and a key are made of, for React to answer. */
const HELD =
  'pointerdown pointerup touchstart touchend mousedown mouseup click keydown keyup input change'.split(' ')
const hold = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('[data-early]')) event.stopPropagation()
}

/**
 * Keeps presses and keys in the wizard from React while it hydrates the page. For each of them it would first hydrate all that is left
 * in one go, and the browser could show neither the step nor the letter before that. The wizard's links and fields need no script.
 */
export function holdPresses(): void {
  for (const type of HELD) addEventListener(type, hold, { capture: true, passive: true })
}

/** Answers the press that came before the app did, and ends the watching for more. */
export function answerEarlyPress(): void {
  for (const type of HELD) removeEventListener(type, hold, { capture: true })
  const { earlyPress } = window
  window.earlyPress = undefined
  earlyPress?.over()
  // What is no longer on the page has nothing to say.
  if (earlyPress?.button?.isConnected) earlyPress.button.click()
}
