/** A tap's click comes a moment after the finger has gone up, in milliseconds. */
const CLICK_MS = 80

const BEGINS = ['pointerdown', 'keydown', 'compositionstart']
const ENDS = ['pointerup', 'pointercancel', 'keyup', 'compositionend', 'blur']

/**
 * Watches for a moment in which controls may be replaced by others: a press between finger down and finger up, a key or a letter
 * in the making would be lost.
 * @param isTyping whether somebody is in a text, whose caret and history would be lost
 * @returns resolves at the next such moment
 */
export function watchForRest(
  page: EventTarget,
  isTyping: () => boolean,
  signal: AbortSignal,
): () => Promise<void> {
  let isHalfway = false
  let tell: (() => void)[] = []
  const look = () => {
    if (isHalfway || isTyping()) return
    for (const each of tell.splice(0)) each()
  }
  const listen = (type: string, heard: () => void) =>
    page.addEventListener(type, heard, { signal, capture: true })
  for (const type of BEGINS)
    listen(type, () => {
      isHalfway = true
    })
  for (const type of ENDS)
    listen(type, () => {
      isHalfway = false
      setTimeout(look, CLICK_MS)
    })
  listen('focusout', () => setTimeout(look, CLICK_MS))
  return () =>
    new Promise((resolve) => {
      tell = [...tell, resolve]
      look()
    })
}
