import { useSetAtom } from 'jotai'
import { type RefObject, useEffect } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { noticeAtom, useChanges } from '../actions/use-changes.ts'
import { isAsWished } from '../actions/wishes.ts'
import { isMovable } from '../visit/visit-state.ts'
import { firstGap, onGrid } from '../waiting/first-gap.ts'
import type { Column } from './arrange.ts'
import { focusRow } from './focus-row.ts'
import { clockOf } from './format-span.ts'
import { Ghost } from './ghost.tsx'
import { hindrance } from './landing.ts'
import { lengthOf } from './spans.ts'
import { type Moving, useMoving } from './use-moving.ts'

/** Where less is left above, in minutes, the note stands below. */
const ROOM_ABOVE = 90

type Props = {
  frame: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Who waits for a time, and where they stand. */
  tray: RefObject<HTMLElement | null>
  waiting: readonly Appointment[]
  columns: readonly Column[]
  /** Where each of them stands in the grid. */
  gridColumns: readonly number[]
  start: number
  minutePx: number
  firstOf: (day: string) => number
}

/** What is being moved. Apart, so that moving draws nothing else anew. */
export function MovingLayer({
  frame,
  body,
  tray,
  waiting,
  columns,
  gridColumns,
  start,
  minutePx,
  firstOf,
}: Props) {
  const changes = useChanges()
  const notify = useSetAtom(noticeAtom)
  const disabledReason = useDisabledReason()

  const onDrop = ({ row, column: index, span, what, by }: Moving) => {
    const column = columns[index]
    if (!column || hindrance(column, span, row.id, what === 'length' ? 0 : firstOf(column.day))) return
    const to = {
      location: column.location,
      day: column.day,
      time: clockOf(span.from),
      minutes: lengthOf(span),
      doctor: column.doctor,
    }
    const wish = { kind: 'move', to } as const
    if (isAsWished(row, wish)) return
    if (disabledReason) return notify({ kind: 'cannot', why: disabledReason })
    void changes.set(row, wish)
    // In another column it is another element.
    if (by === 'keys') focusRow(row.id)
  }
  const { moving, beginByKeys, seatByKeys } = useMoving({
    frame,
    body,
    tray,
    waiting,
    columns,
    start,
    minutePx,
    isOn: true,
    canMove: isMovable,
    onDrop,
  })

  useEffect(() => {
    const here = frame.current
    if (!here || moving) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const id =
        event.target instanceof Element ? event.target.closest<HTMLElement>('.block')?.dataset.row : undefined
      if (!id || !['m', '+', '-'].includes(event.key)) return
      const row = columns.flatMap(({ blocks }) => blocks).find((block) => block.row.id === id)?.row
      if (!row || !isMovable(row)) return
      event.preventDefault()
      event.stopPropagation()
      beginByKeys(row, event.key === 'm' ? 'place' : 'length')
    }
    here.addEventListener('keydown', onKeyDown)
    return () => here.removeEventListener('keydown', onKeyDown)
  })

  useEffect(() => {
    const here = tray.current
    if (!here || moving || waiting.length === 0) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key !== 'm') return
      const id =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('.waiter')?.dataset.row
          : undefined
      const row = waiting.find((each) => each.id === id)
      const first = columns[0] && firstOf(columns[0].day)
      if (!row || first === undefined) return
      event.preventDefault()
      event.stopPropagation()
      const gap = firstGap(columns, row.duration, first)
      seatByKeys(row, gap?.column ?? 0, gap?.from ?? Math.max(start, onGrid(first)))
    }
    here.addEventListener('keydown', onKeyDown)
    return () => here.removeEventListener('keydown', onKeyDown)
  })

  const id = moving?.row.id
  useEffect(() => {
    const block = id === undefined ? null : body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    block?.setAttribute('data-dragged', '')
    return () => block?.removeAttribute('data-dragged')
  }, [id, body])

  const at = (moving && gridColumns[moving.column]) ?? 2
  return (
    // Present before the first note, or a screen reader would miss it.
    <div
      className="ghosts"
      role="status"
      // Both ends are said: an absolute box with one goes on to the edge of the grid.
      style={{ gridColumn: `${at} / ${at + 1}` }}
      data-below={(moving && moving.span.from - start < ROOM_ABOVE) || undefined}
      data-end={(moving && moving.column > columns.length / 2) || undefined}
    >
      {moving && <Ghost moving={moving} columns={columns} firstOf={firstOf} />}
    </div>
  )
}
