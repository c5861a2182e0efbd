import type { Span } from '../../day/spans.ts'
import { type Moving, stepped } from './moving.ts'

type Options = {
  /** How many columns there are. */
  columns: () => number
  /** Minutes of the day that are drawn. */
  drawn: () => Span
  show: (moving: Moving | null) => void
  onDrop: (moving: Moving) => void
}

/** Moves a visit by the arrow keys until Enter, Escape or Tab; other keys are left to the page. */
export function keyMoves({ columns, drawn, show, onDrop }: Options) {
  let moving: Moving | null = null

  const go = (next: Moving | null) => {
    moving = next
    show(next)
    if (!next) removeEventListener('keydown', onKeyDown, { capture: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!moving || event.ctrlKey || event.metaKey || event.altKey) return
    const next = stepped(moving, event.key, columns(), drawn())
    if (event.key === 'Enter') onDrop(moving)
    else if (!next && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    go(next)
  }
  return {
    begin: (from: Moving) => {
      addEventListener('keydown', onKeyDown, { capture: true })
      go(from)
    },
    end: () => {
      if (moving) go(null)
    },
  }
}
