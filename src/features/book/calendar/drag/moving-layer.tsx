import type { RefObject } from 'react'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import type { Column } from '../../day/arrange.ts'
import { clockOf } from '../../day/format-span.ts'
import { lengthOf, type Span } from '../../day/spans.ts'
import { focusRow } from '../../state/focus-row.ts'
import { useChanges } from '../../state/use-changes.ts'
import { useLimitedService } from '../../state/use-limited-service.ts'
import { useNotices } from '../../state/use-notices.ts'
import { isAsWished } from '../../state/wishes.ts'
import { isMovable } from '../../visit/visit-state.ts'
import { Ghost } from './ghost.tsx'
import { hindrance, type Landing } from './landing.ts'
import type { Moving } from './moving.ts'
import { useMoving } from './use-moving.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Patients without a time, and the element that lists them. */
  tray: RefObject<HTMLElement | null>
  waiting: readonly Appointment[]
  columns: readonly Column[]
  /** Minutes of the day that are drawn. */
  drawn: Span
  minutePx: number
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
