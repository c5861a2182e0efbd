import { type RefObject, useEffect, useRef } from 'react'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { type Column, spanOf } from '../../day/arrange.ts'
import { firstGap, onGrid } from '../../day/first-gap.ts'
import { clockOf } from '../../day/format-span.ts'
import { lengthOf, type Span } from '../../day/spans.ts'
import { focusRow } from '../../state/focus-row.ts'
import { type Part, partAround } from '../../state/parts.ts'
import { useChanges } from '../../state/use-changes.ts'
import { type LimitedService, useLimitedService } from '../../state/use-limited-service.ts'
import { useNotices } from '../../state/use-notices.ts'
import { isAsWished } from '../../state/wishes.ts'
import { isMovable } from '../../visit/visit-state.ts'
import { Ghost, type GhostParts, useGhost } from './ghost.tsx'
import { hindrance, type Landing, landingIn } from './landing.ts'
import { type Moving, stepped } from './moving.ts'
import { type Calendar, type ColumnRect, pointerMoves } from './pointer-moves.ts'
import { useLandingWords } from './use-landing-words.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Beside the columns: patients who wait for a time and can be dragged in. */
  tray: RefObject<HTMLElement | null>
  waiting: readonly Appointment[]
  columns: readonly Column[]
  /** Minutes of the day that are drawn. */
  drawn: Span
  minutePx: number
  /** First minute that isn't over, of a day. */
  firstOf: (day: string) => number
}

/** Layer of the moved appointment. Apart, so that a move renders nothing else. */
export function MovingLayer(props: Props) {
  const changes = useChanges()
  const notify = useNotices()
  const disabledReason = useDisabledReason()
  const limitedService = useLimitedService([...new Set(props.columns.map(({ location }) => location))])

  const onDrop = ({ row, span, by }: Moving, landing: Landing, first: number) => {
    if (hindrance(landing, span, first)) return
    const { location, day, doctor } = landing.column
    const to = { location, day, time: clockOf(span.from), minutes: lengthOf(span), doctor }
    const wish = { kind: 'move', to } as const
    if (isAsWished(row, wish)) return
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    void changes.set(row, wish)
    // In another column it is another element.
    if (by === 'keys') focusRow(row.id)
  }
  return <Ghost layer={useMoving({ ...props, canMove: isMovable, limitedService, onDrop })} />
}

/** Room above, in minutes, below which the note is shown under the ghost. */
const ROOM_ABOVE = 90
/** A ghost is as high as its visit is long, without the gap of blocks, and never too low for a name. */
const GAP_PX = 2
const LEAST_GHOST_PX = 18

type Options = Props & {
  canMove: (row: Appointment) => boolean
  /** The service of an appointment, if only some doctors provide it. */
  limitedService: (row: Appointment) => LimitedService | null
  onDrop: (moving: Moving, landing: Landing, first: number) => void
}

/**
 * Moves appointments by pointer or keys, without rendering: a frame in which the pointer moves costs two transforms, one
 * that reaches another time also the texts of a note.
 */
function useMoving(options: Options): GhostParts['layer'] {
  const { frame, body, tray } = options
  const { layer, draw, hide } = useGhost()
  const wordsOf = useLandingWords()
  const shown = useRef<Moving | null>(null)
  const mark = useDraggedMark(body)
  const rects = useRef<readonly ColumnRect[]>([])
  const landingOf = useLandings(options.limitedService)
  const readRects = () => {
    const here = body.current
    const left = here?.getBoundingClientRect().left ?? 0
    rects.current = [...(here?.querySelectorAll('[data-column]') ?? [])].map((column) => {
      const rect = column.getBoundingClientRect()
      return { left: rect.left - left, width: rect.width }
    })
    return rects.current
  }
  const show = (moving: Moving | null) => {
    shown.current = moving
    const { columns, drawn, minutePx, firstOf } = options
    const column = moving && columns[moving.column]
    if (moving?.by === 'keys') readRects()
    const rect = moving && rects.current[moving.column]
    mark(column ? moving.row.id : undefined)
    if (!column || !rect) return hide()
    const { row, span, what } = moving
    const first = what === 'length' ? 0 : firstOf(column.day)
    draw(wordsOf(moving, landingOf(column, row), first), {
      ...rect,
      top: (span.from - drawn.from) * minutePx,
      height: Math.max(LEAST_GHOST_PX, lengthOf(span) * minutePx - GAP_PX),
      isBelow: span.from - drawn.from < ROOM_ABOVE,
      isAtEnd: moving.column > columns.length / 2,
    })
  }
  const onDrop = (moving: Moving) => {
    const column = options.columns[moving.column]
    if (!column) return
    const first = moving.what === 'length' ? 0 : options.firstOf(column.day)
    options.onDrop(moving, landingOf(column, moving.row), first)
  }
  const latest = useRef({ ...options, show, onDrop, landingOf, readRects })
  useEffect(() => {
    latest.current = { ...options, show, onDrop, landingOf, readRects }
    // The columns may be others, and what can land there.
    if (shown.current) show(shown.current)
  })

  const hasTray = options.waiting.length > 0
  useEffect(() => {
    const [here, view] = [body.current, frame.current]
    if (!here || !view) return
    const keys = keyMoves({
      columns: () => latest.current.columns.length,
      drawn: () => latest.current.drawn,
      show: (moving) => latest.current.show(moving),
      onDrop: (moving) => latest.current.onDrop(moving),
    })
    const drag = pointerMoves((): Calendar => {
      const { readRects, ...now } = latest.current
      return { ...now, start: now.drawn.from, body: here, frame: view, rects: readRects, onStart: keys.end }
    })
    const ended = new AbortController()
    const { signal } = ended
    const beside = hasTray ? tray.current : null
    for (const from of beside ? [here, beside] : [here]) {
      from.addEventListener('pointerdown', drag.begin, { signal })
      // A finger that drags must not scroll, which only a listener that may prevent it can say.
      from.addEventListener('touchmove', drag.holdScroll, { passive: false, signal })
      from.addEventListener('contextmenu', drag.holdMenu, { signal })
      from.addEventListener('click', drag.holdClick, { capture: true, signal })
    }
    view.addEventListener('keydown', beginning(blockMoving, ['m', '+', '-'], 'block'), { signal })
    beside?.addEventListener('keydown', beginning(seatMoving, ['m'], 'waiter'), { signal })

    /** @param moving the move that a key begins; null: none */
    function beginning(
      moving: (id: string, key: string, now: Options) => Moving | null,
      wanted: readonly string[],
      of: Part,
    ) {
      return (event: KeyboardEvent) => {
        if (shown.current || event.ctrlKey || event.metaKey || event.altKey || !wanted.includes(event.key))
          return
        const id = partAround(event.target, of)?.dataset.row
        const begun = id === undefined ? null : moving(id, event.key, latest.current)
        if (!begun) return
        keys.begin(begun)
        event.preventDefault()
        event.stopPropagation()
      }
    }
    return () => {
      ended.abort()
      drag.end()
      keys.end()
    }
  }, [body, frame, tray, hasTray])

  return layer
}

/** Landings of an appointment, computed once for each column of a move. */
function useLandings(limitedService: Options['limitedService']) {
  const landings = useRef({
    id: '',
    service: null as LimitedService | null,
    of: new WeakMap<Column, Landing>(),
  })
  return (column: Column, row: Appointment): Landing => {
    const { id } = row
    const service = limitedService(row)
    if (landings.current.id !== id || landings.current.service !== service)
      landings.current = { id, service, of: new WeakMap() }
    const { of } = landings.current
    const landing = of.get(column) ?? landingIn(column, id, service)
    of.set(column, landing)
    return landing
  }
}

/** Marks the block that is moved. @returns sets the mark; undefined: on none */
function useDraggedMark(body: RefObject<HTMLElement | null>) {
  const dragged = useRef<Element | null>(null)
  return (id: string | undefined) => {
    const block = dragged.current
    if (id !== undefined && block?.isConnected && block.getAttribute('data-row') === id) return
    block?.removeAttribute('data-dragged')
    dragged.current =
      id === undefined ? null : (body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`) ?? null)
    dragged.current?.setAttribute('data-dragged', '')
  }
}

/** The move or change of length that a key begins on a block. */
function blockMoving(id: string, key: string, { columns, canMove }: Options): Moving | null {
  const column = columns.findIndex(({ blocks }) => blocks.some((block) => block.row.id === id))
  const row = columns[column]?.blocks.find((block) => block.row.id === id)?.row
  if (!row || !canMove(row)) return null
  return { row, by: 'keys', what: key === 'm' ? 'place' : 'length', column, span: spanOf(row) }
}

/** The move that a key begins on a waiting patient: from the first gap that fits. */
function seatMoving(id: string, _key: string, now: Options): Moving | null {
  const { columns, waiting, canMove, limitedService, firstOf, drawn } = now
  const row = waiting.find((each) => each.id === id)
  if (!row || !columns[0] || !canMove(row)) return null
  const first = firstOf(columns[0].day)
  const gap = firstGap(columns, row.duration, first, limitedService(row)?.doctors)
  const from = gap?.from ?? Math.max(drawn.from, onGrid(first))
  const span = { from, to: from + row.duration }
  return { row, by: 'keys', what: 'place', column: gap?.column ?? 0, span }
}

type KeyMovesOptions = {
  /** Number of columns. */
  columns: () => number
  /** Minutes of the day that are drawn. */
  drawn: () => Span
  show: (moving: Moving | null) => void
  onDrop: (moving: Moving) => void
}

/** Moves a visit by the arrow keys until Enter, Escape or Tab; other keys are left to the page. */
function keyMoves({ columns, drawn, show, onDrop }: KeyMovesOptions) {
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
