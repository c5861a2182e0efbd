declare global {
  interface Window {
    /** Set by public/early.js. */
    earlyPress?: { button: HTMLElement | null; over: () => void }
  }
}

/** Events of presses and keys, which React would handle. */
const HELD =
  'pointerdown pointerup touchstart touchend mousedown mouseup click keydown keyup input change'.split(' ')
const hold = (event: Event) => {
  if (event.target instanceof Element && event.target.closest('[data-early]')) event.stopPropagation()
}

/**
 * Hides presses and keys in the wizard from React while it hydrates the page. For each it would first hydrate the
 * whole rest at once, before the browser could show the step or the letter. The wizard's links and fields need no
 * script.
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
  const pressed = earlyPress?.button
  // Where the app has rendered the page anew its link is another one; what else is gone has nothing to say.
  const now = pressed?.isConnected ? pressed : linkLike(pressed)
  now?.click()
}

function linkLike(gone: HTMLElement | null | undefined): HTMLElement | undefined {
  const target = gone?.getAttribute('href')
  const links = target ? document.querySelectorAll<HTMLElement>(`main a[href="${target}"]`) : []
  return [...links].find((link) => link.getClientRects().length > 0)
}
