import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '../../../../domain/services.ts'
import { DESK_STEP_MINUTES } from '../../../../domain/slots.ts'
import type { Column } from './arrange.ts'
import { spanOf } from './arrange.ts'
import { snapped } from './landing.ts'
import type { Span } from './spans.ts'

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

/** A visit on its way, and where it would land. */
export type Moving = {
  row: Appointment
  by: 'pointer' | 'keys'
  what: 'place' | 'length'
  /** Of the columns. */
  column: number
  span: Span
}

type Options = {
  frame: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Beside the columns: who waits for a time, to be dragged into them. */
  tray: RefObject<HTMLElement | null>
  waiting: readonly Appointment[]
  columns: readonly Column[]
  start: number
  minutePx: number
  /** Whether visits can be moved at all. */
  isOn: boolean
  canMove: (row: Appointment) => boolean
  onDrop: (moving: Moving) => void
}

/**
 * Moving a visit by a pointer or by keys. While a pointer moves, a frame of the browser costs one transform of the ghost;
 * the page is drawn anew only where the ghost comes to another time.
 */
export function useMoving(options: Options) {
  const [moving, setMoving] = useState<Moving | null>(null)
  const latest = useRef({ ...options, moving })
  useEffect(() => {
    latest.current = { ...options, moving }
  })
  const { body, tray, isOn } = options
  const hasTray = options.waiting.length > 0

  useEffect(() => {
    const here = body.current
    if (!here || !isOn) return
    const ended = new AbortController()
    const drag = dragsIn(here, () => latest.current, setMoving)
    for (const from of hasTray && tray.current ? [here, tray.current] : [here]) {
      from.addEventListener('pointerdown', drag.begin, { signal: ended.signal })
      // A finger that drags must not scroll, which only a listener that may prevent it can say.
      from.addEventListener('touchmove', drag.holdScroll, { passive: false, signal: ended.signal })
      from.addEventListener('contextmenu', drag.holdMenu, { signal: ended.signal })
      from.addEventListener('click', drag.holdClick, { capture: true, signal: ended.signal })
    }
    return () => {
      ended.abort()
      drag.end()
    }
  }, [body, tray, hasTray, isOn])

  useEffect(() => {
    if (moving?.by !== 'keys') return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { columns } = latest.current
      const next = stepped(moving, event.key, columns)
      if (event.key === 'Enter') latest.current.onDrop(moving)
      else if (!next && event.key !== 'Escape' && event.key !== 'Tab') return
      event.preventDefault()
      event.stopPropagation()
      setMoving(next)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [moving])

  /** Begins to move by keys what stands in one of the columns. */
  const beginByKeys = (row: Appointment, what: Moving['what'] = 'place') => {
    const column = options.columns.findIndex(({ blocks }) => blocks.some((block) => block.row.id === row.id))
    if (isOn && column >= 0 && options.canMove(row))
      setMoving({ row, by: 'keys', what, column, span: spanOf(row) })
  }
  /** The same of who waits for a time, from where they would fit. */
  const seatByKeys = (row: Appointment, column: number, from: number) => {
    if (isOn && options.canMove(row)) {
      setMoving({ row, by: 'keys', what: 'place', column, span: { from, to: from + row.duration } })
    }
  }
  return { moving, beginByKeys, seatByKeys }
}

/** Where a key brings it; null: nowhere. */
function stepped(moving: Moving, key: string, columns: readonly Column[]): Moving | null {
  const { span, column, what } = moving
  const by = (minutes: number) => ({ ...moving, span: { from: span.from + minutes, to: span.to + minutes } })
  const longer = (minutes: number) => {
    const length = Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, span.to - span.from + minutes))
    return { ...moving, span: { from: span.from, to: span.from + length } }
  }
  if (key === '+') return longer(DESK_STEP_MINUTES)
  if (key === '-') return longer(-DESK_STEP_MINUTES)
  if (key === 'ArrowDown') return what === 'length' ? longer(DESK_STEP_MINUTES) : by(DESK_STEP_MINUTES)
  if (key === 'ArrowUp') return what === 'length' ? longer(-DESK_STEP_MINUTES) : by(-DESK_STEP_MINUTES)
  if (key === 'PageDown') return by(30)
  if (key === 'PageUp') return by(-30)
  if (key === 'ArrowRight' && column < columns.length - 1) return { ...moving, column: column + 1 }
  if (key === 'ArrowLeft' && column > 0) return { ...moving, column: column - 1 }
  return null
}

type Grip = {
  row: Appointment
  pointerId: number
  x: number
  y: number
  /** From the upper edge of the block to the pointer, in pixels. */
  offset: number
  what: Moving['what']
  isDragging: boolean
  /** Whether it has been away from the upper edge, near which the columns scroll: who waits comes from above it. */
  isIn: boolean
  rects: { left: number; right: number }[]
  /** How far the frame was scrolled sideways at the press, in pixels. */
  scrolledAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

function dragsIn(
  body: HTMLElement,
  latest: () => Options & { moving: Moving | null },
  show: (moving: Moving | null) => void,
) {
  let grip: Grip | null = null
  let frame = 0
  let shown: Moving | null = null
  let held = 0

  const begin = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const block = target?.closest<HTMLElement>('.block, .waiter')
    if (!block || event.button !== 0 || grip || target?.closest('.step')) return
    const { columns, waiting, canMove } = latest()
    const row = [...columns.flatMap(({ blocks }) => blocks.map((each) => each.row)), ...waiting].find(
      ({ id }) => id === block.dataset.row,
    )
    if (!row || !canMove(row)) return
    const { top } = block.getBoundingClientRect()
    // Who waits is held at the upper edge of where they would sit.
    const offset = row.waiting ? WAITER_OFFSET_PX : event.clientY - top
    const { pointerId, clientX: x, clientY: y } = event
    const what = target?.closest('.edge') ? 'length' : 'place'
    const scrolledAt = latest().frame.current?.scrollLeft ?? 0
    grip = {
      row,
      pointerId,
      x,
      y,
      offset,
      what,
      isDragging: false,
      isIn: !row.waiting,
      rects: [],
      scrolledAt,
      timer: undefined,
    }
    if (event.pointerType === 'touch') grip.timer = setTimeout(start, LONG_PRESS_MS)
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', end)
    addEventListener('keydown', onKey, { capture: true })
  }

  const start = () => {
    if (!grip) return
    grip.isDragging = true
    // So that nothing under the pointer is hovered over, which would be drawn anew.
    if (body.isConnected) body.setPointerCapture(grip.pointerId)
    // Read once: nothing but the ghost moves from now on.
    grip.rects = [...body.querySelectorAll('[data-column]')].map((column) => column.getBoundingClientRect())
    schedule()
  }

  const move = (event: PointerEvent) => {
    if (!grip || event.pointerId !== grip.pointerId) return
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y)
    if (!grip.isDragging) {
      if (event.pointerType === 'touch') {
        if (far > SCROLL_PX) end()
        return
      }
      if (far < DRAG_PX) return
      grip.x = event.clientX
      grip.y = event.clientY
      return start()
    }
    grip.x = event.clientX
    grip.y = event.clientY
    schedule()
  }

  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  const draw = () => {
    frame = 0
    if (!grip) return
    const { columns, start: from, minutePx, frame: scroller } = latest()
    const here = scroller.current
    if (grip.row.waiting && here && grip.y < here.getBoundingClientRect().top) {
      // Not among the columns yet, or no longer.
      shown = null
      return show(null)
    }
    if (here) grip.isIn ||= grip.y > upperEdge(here)
    if (here && grip.isIn && scrollAlong(here, grip.y)) schedule()
    const top = body.getBoundingClientRect().top
    const minutes = from + (grip.y - (grip.what === 'place' ? grip.offset : 0) - top) / minutePx
    const own = spanOf(grip.row)
    const length = own.to - own.from
    const scrolledBy = here ? here.scrollLeft - grip.scrolledAt : 0
    const x = grip.x + scrolledBy
    const found = grip.rects.findIndex(({ left, right }) => x >= left && x < right)
    const home = columns.findIndex(({ blocks }) => blocks.some(({ row }) => row.id === grip?.row.id))
    const index = grip.what === 'length' ? home : found < 0 ? (shown?.column ?? home) : found
    const column = columns[index]
    if (!column) return
    let span: Span
    if (grip.what === 'length') {
      const to = Math.round(minutes / DESK_STEP_MINUTES) * DESK_STEP_MINUTES
      span = {
        from: own.from,
        to: Math.min(own.from + LONGEST_MINUTES, Math.max(own.from + SHORTEST_MINUTES, to)),
      }
    } else {
      const at = snapped(column, minutes, length, grip.row.id)
      span = { from: at, to: at + length }
    }
    if (shown && shown.column === index && shown.span.from === span.from && shown.span.to === span.to) return
    shown = { row: grip.row, by: 'pointer', what: grip.what, column: index, span }
    show(shown)
  }
  const drop = () => {
    const dropped = grip?.isDragging ? shown : null
    if (dropped) held = performance.now()
    end()
    if (dropped) latest().onDrop(dropped)
  }

  const end = () => {
    if (grip) clearTimeout(grip.timer)
    cancelAnimationFrame(frame)
    frame = 0
    if (shown) show(null)
    grip = null
    shown = null
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', drop)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', onKey, { capture: true })
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !grip?.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    held = performance.now()
    end()
  }

  return {
    begin,
    end,
    holdScroll: (event: TouchEvent) => {
      if (grip?.isDragging && event.cancelable) event.preventDefault()
    },
    // A long press would open the browser's menu.
    holdMenu: (event: Event) => {
      if (grip) event.preventDefault()
    },
    /** The press that ends a drag opens nothing. */
    holdClick: (event: MouseEvent) => {
      if (performance.now() - held > 100) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Below the heads: nearer to them the frame scrolls along. In pixels of the window. */
const upperEdge = (frame: HTMLElement) => frame.getBoundingClientRect().top + EDGE_PX + HEADS_PX

/** @returns whether it has scrolled */
function scrollAlong(frame: HTMLElement, y: number): boolean {
  const { bottom } = frame.getBoundingClientRect()
  const by =
    y < upperEdge(frame) ? -SCROLL_BY_PX : y > Math.min(bottom, innerHeight) - EDGE_PX ? SCROLL_BY_PX : 0
  const before = frame.scrollTop
  if (by !== 0) frame.scrollTop += by
  return frame.scrollTop !== before
}
