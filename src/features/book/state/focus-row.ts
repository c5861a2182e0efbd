import { partIn } from './parts.ts'

/** Animation frames within which an appointment is drawn, and for which it has to keep the focus. */
const MOST_FRAMES = 60
const SURE_AFTER = 4

/** Scrolls to an appointment and focuses it, once it is drawn. Moved to another column, it is drawn again. */
export function focusRow(id: string, frames = 0, kept = 0): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const button = partIn(row, 'open')
  const hasFocus = button !== null && button === document.activeElement
  if (button && !hasFocus) {
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    button.focus({ preventScroll: true })
  }
  if (frames >= MOST_FRAMES || kept >= SURE_AFTER) return
  requestAnimationFrame(() => focusRow(id, frames + 1, hasFocus ? kept + 1 : 0))
}
