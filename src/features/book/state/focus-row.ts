/** So many frames of the browser a visit may take to be drawn, and has to keep the focus. */
const MOST_FRAMES = 60
const SURE_AFTER = 4

/** Brings a visit into view, with the focus on it, once it is drawn; in another column it is drawn anew. */
export function focusRow(id: string, frames = 0, kept = 0): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const button = row?.querySelector<HTMLElement>('.open')
  const hasFocus = button !== undefined && button !== null && button === document.activeElement
  if (button && !hasFocus) {
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    button.focus({ preventScroll: true })
  }
  if (frames >= MOST_FRAMES || kept >= SURE_AFTER) return
  requestAnimationFrame(() => focusRow(id, frames + 1, hasFocus ? kept + 1 : 0))
}
