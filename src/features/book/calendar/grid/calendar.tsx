import { useEventCallback } from '@mui/material/utils'
import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { offlineRequestsAtom } from '../../../../offline/requests/requests-atom.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { useReach } from '../../../../ui/use-reach.ts'
import { minutesGone } from '../../day/minutes-gone.ts'
import { place } from '../../day/places.ts'
import type { Span } from '../../day/spans.ts'
import { partIn } from '../../state/parts.ts'
import { MovingLayer } from '../drag/moving-layer.tsx'
import type { BlockKind } from './block.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import type { GapPlace } from './gap.tsx'
import { type Group, placedGroups } from './groups.ts'
import { CalendarLook } from './look/calendar-look.ts'
import { placedRequests } from './placed-requests.ts'
import { RequestDrafts, RequestStrip } from './request-drafts.tsx'

type Props = {
  /** Key of the shown days; another one resets the scroll position. */
  question: string
  groups: readonly Group[]
  span: Span
  kind: BlockKind
  halfHourPx: number
  columnPx: number
  axisPx: number
  now: { at: number; today: string; minutes: number }
  shown: string | null
  chosen: GapPlace | null
  onOpen: (id: string) => void
  onGap: (gap: GapPlace) => void
  /** Patients without a time beside the columns, and the element that lists them. */
  waiting?: readonly Appointment[]
  tray?: RefObject<HTMLElement | null>
}

const NOBODY: readonly Appointment[] = []

/** Days or weeks as columns of time, in which visits are opened, moved and booked. */
export function Calendar({ question, groups, halfHourPx, onGap, waiting = NOBODY, tray, ...props }: Props) {
  // The same functions at each rendering, so that columns which are as they were do not render.
  const open = useEventCallback(props.onOpen)
  const press = useEventCallback(onGap)
  const { span, now } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const noTray = useRef<HTMLElement>(null)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const minutePx = halfHourPx / 30
  useFrame(frame, {
    question,
    now: groups.some(({ day }) => day === now.today) ? now.minutes : null,
    span,
    minutePx,
  })
  const placed = placedGroups(groups)
  const columns = placed.flatMap((group) => group.columns)
  const gridColumns = placed.flatMap((group) => group.columns.map((_, i) => group.first + i))
  const requests = useAtomValue(offlineRequestsAtom)?.requests ?? []
  const { drafts, beside } = placedRequests(mayBook ? requests : [], columns, span)
  return (
    <CalendarLook style={place({ '--minute': `${minutePx}px` })}>
      <RequestStrip requests={beside} />
      <CalendarGrid
        {...props}
        groups={placed}
        onOpen={open}
        onGap={mayBook ? press : null}
        canMove={mayBook}
        frame={frame}
        body={body}
      >
        {mayBook && (
          <>
            <MovingLayer
              frame={frame}
              body={body}
              tray={tray ?? noTray}
              waiting={waiting}
              columns={columns}
              drawn={span}
              minutePx={minutePx}
              firstOf={(day) => minutesGone(day, now)}
            />
            <RequestDrafts drafts={drafts} columns={columns} gridColumns={gridColumns} />
          </>
        )}
      </CalendarGrid>
    </CalendarLook>
  )
}

/**
 * Limits the calendar to the lower edge of the window and scrolls within it, so that heads and axis stay. At first
 * the present time is in the upper third, and today at the left of a week.
 * @param question key of the shown days; another one resets the scroll position
 * @param now minutes of the day; null: today is not shown
 */
function useFrame(
  frame: RefObject<HTMLElement | null>,
  { question, now, span, minutePx }: { question: string; now: number | null; span: Span; minutePx: number },
): void {
  useReach(frame)

  const scrolled = useRef('')
  useLayoutEffect(() => {
    const here = frame.current
    if (!here || scrolled.current === question) return
    scrolled.current = question
    here.scrollTop = now === null ? 0 : (now - span.from) * minutePx - here.clientHeight * 0.28
    // A week may be wider than the window.
    const today = here.querySelector('[data-today]')?.getBoundingClientRect().left
    const first = partIn(here, 'corner')?.getBoundingClientRect().right
    here.scrollLeft = today === undefined || first === undefined ? 0 : here.scrollLeft + today - first
  })
}
