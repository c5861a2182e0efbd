import type { Appointment } from '../../../../../contract/appointments.ts'
import { DESK_STEP_MINUTES } from '../../../../../domain/slots.ts'
import { type Column, spanOf } from '../../day/arrange.ts'
import { lengthOf, type Span } from '../../day/spans.ts'
import { partAround } from '../../state/parts.ts'
import { type Landing, snapped } from './landing.ts'
import { endingAt, type Moving } from './moving.ts'

/** Time that a finger holds before it drags, so that scrolling stays possible; in milliseconds. */
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

/** The calendar as a drag needs it, read at each step: it may have been rendered meanwhile. */
export type Calendar = {
  body: HTMLElement
  /** Scrolls, with the heads. */
  frame: HTMLElement
  columns: readonly Column[]
  waiting: readonly Appointment[]
  /** The first minute that is drawn. */
  start: number
  minutePx: number
  /** Position of each column, in pixels from the left of the first; measured in the page. */
  rects: () => readonly ColumnRect[]
  landingOf: (column: Column, row: Appointment) => Landing
  canMove: (row: Appointment) => boolean
  /** Called at the start of a drag. */
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
  /** Distance from the upper edge of the block to the pointer, in pixels. */
  offset: number
  what: Moving['what']
  isDragging: boolean
  /** Whether it has left the upper edge, near which the columns scroll: a waiting patient is dragged in from above. */
  isIn: boolean
  /** Measured once: only the ghost moves during a drag. */
  rects: readonly ColumnRect[]
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Moves appointments by mouse, pen or finger. */
export function pointerMoves(calendar: () => Calendar) {
  let grip: Grip | null = null
  let frame = 0
  let shown: Moving | null = null
  let listening = new AbortController()
  const click = clickGuard()

  const begin = (event: PointerEvent) => {
    // A press after a drag may click again.
    click.letThrough()
    const block = partAround(event.target, 'block', 'waiter')
    const here = calendar()
    if (!block || event.button !== 0 || grip || partAround(event.target, 'step')) return
    const row = rowOf(block, here)
    if (!row || !here.canMove(row)) return
    grip = gripOn(block, row, event)
    if (event.pointerType === 'touch') grip.timer = setTimeout(start, LONG_PRESS_MS)
    listening = new AbortController()
    const { signal } = listening
    addEventListener('pointermove', move, { capture: true, signal })
    addEventListener('mousemove', keepFromPage, { capture: true, signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', onKey, { capture: true, signal })
  }

  const start = () => {
    const here = calendar()
    if (!grip) return
    grip.isDragging = true
    // Otherwise elements under the pointer would be hovered and rendered.
    if (here.body.isConnected) here.body.setPointerCapture(grip.pointerId)
    here.onStart()
    grip.rects = here.rects()
    schedule()
  }

  // React's event delegation over the whole page takes longer than the drag's own part of a frame.
  const keepFromPage = (event: Event) => {
    if (grip?.isDragging) event.stopPropagation()
  }

  const move = (event: PointerEvent) => {
    if (!grip || event.pointerId !== grip.pointerId) return
    keepFromPage(event)
    const intent = grip.isDragging ? 'drag' : intentOf(grip, event)
    if (intent === 'scroll') return end()
    if (intent === 'press') return
    grip.x = event.clientX
    grip.y = event.clientY
    if (grip.isDragging) schedule()
    else start()
  }

  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  const draw = () => {
    frame = 0
    const here = calendar()
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
    const found = spanAt(grip, here, x, y, shown)
    if (!found) return
    const { column, span } = found
    if (shown?.column === column && shown.span.from === span.from && shown.span.to === span.to) return
    shown = { row, by: 'pointer', what: grip.what, column, span }
    here.show(shown)
  }

  const drop = () => {
    const dropped = grip?.isDragging ? shown : null
    if (dropped) click.hold()
    end()
    if (dropped) calendar().onDrop(dropped)
  }

  const end = () => {
    if (grip) clearTimeout(grip.timer)
    cancelAnimationFrame(frame)
    frame = 0
    if (shown) calendar().show(null)
    grip = null
    shown = null
    listening.abort()
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !grip?.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    click.hold()
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
    holdClick: click.onClick,
  }
}

/**
 * Intent of a pointer that has moved from where it was pressed: a finger scrolls unless it has pressed long.
 */
function intentOf({ x, y }: Grip, event: PointerEvent): 'press' | 'scroll' | 'drag' {
  const far = Math.hypot(event.clientX - x, event.clientY - y)
  if (event.pointerType === 'touch') return far > SCROLL_PX ? 'scroll' : 'press'
  return far < DRAG_PX ? 'press' : 'drag'
}

/** Holds back the click that ends a drag, so that it opens nothing. */
function clickGuard() {
  let heldAt = Number.NEGATIVE_INFINITY
  return {
    hold: () => {
      heldAt = performance.now()
    },
    letThrough: () => {
      heldAt = Number.NEGATIVE_INFINITY
    },
    onClick: (event: MouseEvent) => {
      if (performance.now() - heldAt > CLICK_MS) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The appointment of a block or of somebody who waits. */
function rowOf(block: HTMLElement, { columns, waiting }: Calendar): Appointment | undefined {
  const rows = [...columns.flatMap(({ blocks }) => blocks.map((each) => each.row)), ...waiting]
  return rows.find(({ id }) => id === block.dataset.row)
}

function gripOn(block: HTMLElement, row: Appointment, event: PointerEvent): Grip {
  const { pointerId, clientX: x, clientY: y } = event
  return {
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
    timer: undefined,
  }
}

/** Column and time of what is held at a point of the window. */
function spanAt(grip: Grip, here: Calendar, x: number, y: number, shown: Moving | null) {
  const { row, own, what, offset, rects } = grip
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

/** Below the heads: nearer to them the frame scrolls along. In pixels of the window. */
const upperEdge = (view: DOMRect) => view.top + EDGE_PX + HEADS_PX

/**
 * @param view position of the frame in the window
 * @returns whether it has scrolled
 */
function scrollAlong(frame: HTMLElement, view: DOMRect, y: number): boolean {
  const isAbove = y < upperEdge(view)
  if (!isAbove && y <= Math.min(view.bottom, innerHeight) - EDGE_PX) return false
  const before = frame.scrollTop
  frame.scrollTop += isAbove ? -SCROLL_BY_PX : SCROLL_BY_PX
  return frame.scrollTop !== before
}
