import type { Appointment } from '../../../../../contract/appointments.ts'
import { DESK_STEP_MINUTES } from '../../../../../domain/slots.ts'
import { type Column, spanOf } from '../../day/arrange.ts'
import { lengthOf, type Span } from '../../day/spans.ts'
import { partAround } from '../../state/parts.ts'
import { type Landing, snapped } from './landing.ts'
import { endingAt, type Moving } from './moving.ts'

/** A finger holds this long before it drags, so that scrolling stays scrolling; in milliseconds. */
const LONG_PRESS_MS = 300
/** A mouse drags once it has gone this far, a finger that goes further meanwhile scrolls; in pixels. */
const DRAG_PX = 5
const SCROLL_PX = 10
/** Within this distance of the edge the frame scrolls along, so many pixels a frame. */
const EDGE_PX = 36
const SCROLL_BY_PX = 10
const HEADS_PX = 44
const WAITER_OFFSET_PX = 12
/** The click that ends a drag comes within this time, in milliseconds. */
const CLICK_MS = 100

/** What a drag asks of the calendar, each time anew: it may have been drawn anew meanwhile. */
export type Held = {
  body: HTMLElement
  /** What scrolls, with the heads. */
  frame: HTMLElement
  columns: readonly Column[]
  waiting: readonly Appointment[]
  /** The first minute that is drawn. */
  start: number
  minutePx: number
  /** Where the columns stand, in pixels from the left of all of them; read from the page. */
  rects: () => readonly ColumnRect[]
  landingOf: (column: Column, row: Appointment) => Landing
  canMove: (row: Appointment) => boolean
  /** Something is held from now on. */
  onStart: () => void
  show: (moving: Moving | null) => void
  onDrop: (moving: Moving) => void
}

export type ColumnRect = { left: number; width: number }

type Grip = {
  row: Appointment
  own: Span
  pointerId: number
  x: number
  y: number
  /** From the upper edge of the block to the pointer, in pixels. */
  offset: number
  what: Moving['what']
  isDragging: boolean
  /** Whether it has been away from the upper edge, near which the columns scroll: who waits comes from above it. */
  isIn: boolean
  /** Read once: nothing but the ghost moves from then on. */
  rects: readonly ColumnRect[]
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Moves visits by mouse, pen or finger. */
export function pointerMoves(held: () => Held) {
  let grip: Grip | null = null
  let frame = 0
  let shown: Moving | null = null
  let endedAt = Number.NEGATIVE_INFINITY

  const begin = (event: PointerEvent) => {
    // Its click is its own.
    endedAt = Number.NEGATIVE_INFINITY
    const block = partAround(event.target, 'block', 'waiter')
    const here = held()
    if (!block || event.button !== 0 || grip || partAround(event.target, 'step')) return
    const row = [
      ...here.columns.flatMap(({ blocks }) => blocks.map((each) => each.row)),
      ...here.waiting,
    ].find(({ id }) => id === block.dataset.row)
    if (!row || !here.canMove(row)) return
    const { pointerId, clientX: x, clientY: y } = event
    grip = {
      row,
      own: spanOf(row),
      pointerId,
      x,
      y,
      // Who waits is held at the upper edge of where they would sit.
      offset: row.waiting ? WAITER_OFFSET_PX : y - block.getBoundingClientRect().top,
      what: partAround(event.target, 'edge') ? 'length' : 'place',
      isDragging: false,
      isIn: !row.waiting,
      rects: [],
      timer: event.pointerType === 'touch' ? setTimeout(start, LONG_PRESS_MS) : undefined,
    }
    addEventListener('pointermove', move, { capture: true })
    addEventListener('mousemove', keepFromPage, { capture: true })
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', end)
    addEventListener('keydown', onKey, { capture: true })
  }

  const start = () => {
    const here = held()
    if (!grip) return
    grip.isDragging = true
    // So that nothing under the pointer is hovered over, which would be drawn anew.
    if (here.body.isConnected) here.body.setPointerCapture(grip.pointerId)
    here.onStart()
    grip.rects = here.rects()
    schedule()
  }

  // React looks for whom a move is for in the whole page, which takes longer than the drag's own part of a frame.
  const keepFromPage = (event: Event) => {
    if (grip?.isDragging) event.stopPropagation()
  }

  const move = (event: PointerEvent) => {
    if (!grip || event.pointerId !== grip.pointerId) return
    keepFromPage(event)
    const { clientX: x, clientY: y } = event
    if (!grip.isDragging) {
      const far = Math.hypot(x - grip.x, y - grip.y)
      if (event.pointerType === 'touch') {
        if (far > SCROLL_PX) end()
        return
      }
      if (far < DRAG_PX) return
      grip.x = x
      grip.y = y
      return start()
    }
    grip.x = x
    grip.y = y
    schedule()
  }

  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  const draw = () => {
    frame = 0
    const here = held()
    if (!grip) return
    const { x, y, row } = grip
    const view = here.frame.getBoundingClientRect()
    if (row.waiting && y < view.top) {
      // Not among the columns yet, or no longer.
      if (shown) here.show(null)
      shown = null
      return
    }
    grip.isIn ||= y > upperEdge(view)
    if (grip.isIn && scrollAlong(here.frame, view, y)) schedule()
    const found = landing(grip, here, x, y)
    if (!found) return
    const { column, span } = found
    if (shown?.column === column && shown.span.from === span.from && shown.span.to === span.to) return
    shown = { row, by: 'pointer', what: grip.what, column, span }
    here.show(shown)
  }

  /** Where what is held at a point of the window would stand. */
  const landing = ({ row, own, what, offset, rects }: Grip, here: Held, x: number, y: number) => {
    const { left, top } = here.body.getBoundingClientRect()
    const minutes = here.start + (y - (what === 'place' ? offset : 0) - top) / here.minutePx
    const home = () => here.columns.findIndex(({ blocks }) => blocks.some((block) => block.row.id === row.id))
    const at = rects.findIndex((rect) => x - left >= rect.left && x - left < rect.left + rect.width)
    const index = what === 'length' || at < 0 ? (shown?.column ?? home()) : at
    const column = here.columns[index]
    if (!column) return null
    if (what === 'length') {
      const to = Math.round(minutes / DESK_STEP_MINUTES) * DESK_STEP_MINUTES
      return { column: index, span: endingAt(own, to) }
    }
    const from = snapped(here.landingOf(column, row), minutes, lengthOf(own))
    return { column: index, span: { from, to: from + lengthOf(own) } }
  }

  const drop = () => {
    const dropped = grip?.isDragging ? shown : null
    if (dropped) endedAt = performance.now()
    end()
    if (dropped) held().onDrop(dropped)
  }

  const end = () => {
    if (grip) clearTimeout(grip.timer)
    cancelAnimationFrame(frame)
    frame = 0
    if (shown) held().show(null)
    grip = null
    shown = null
    removeEventListener('pointermove', move, { capture: true })
    removeEventListener('mousemove', keepFromPage, { capture: true })
    removeEventListener('pointerup', drop)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', onKey, { capture: true })
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !grip?.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    endedAt = performance.now()
    end()
  }

  return {
    begin,
    end,
    // A finger that drags must not scroll.
    holdScroll: (event: TouchEvent) => {
      if (grip?.isDragging && event.cancelable) event.preventDefault()
    },
    // A long press would open the browser's menu.
    holdMenu: (event: Event) => {
      if (grip) event.preventDefault()
    },
    /** The press that ends a drag opens nothing. */
    holdClick: (event: MouseEvent) => {
      if (performance.now() - endedAt > CLICK_MS) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Below the heads: nearer to them the frame scrolls along. In pixels of the window. */
const upperEdge = (view: DOMRect) => view.top + EDGE_PX + HEADS_PX

/** @param view where the frame stands in the window. @returns whether it has scrolled */
function scrollAlong(frame: HTMLElement, view: DOMRect, y: number): boolean {
  const isAbove = y < upperEdge(view)
  if (!isAbove && y <= Math.min(view.bottom, innerHeight) - EDGE_PX) return false
  const before = frame.scrollTop
  frame.scrollTop += isAbove ? -SCROLL_BY_PX : SCROLL_BY_PX
  return frame.scrollTop !== before
}
