import { useAtomValue } from 'jotai'
import { useMemo, useRef } from 'react'
import { mayAtom } from '../../../session/rights.ts'
import type { BlockKind } from './block.tsx'
import { CalendarGrid, type Group } from './calendar-grid.tsx'
import { CalendarLook } from './calendar-look.ts'
import type { HolePlace } from './hole.tsx'
import { minutesGone } from './minutes-gone.ts'
import { MovingLayer } from './moving-layer.tsx'
import { place } from './places.ts'
import type { Span } from './spans.ts'
import { useFrame } from './use-frame.ts'

type Props = {
  /** What is shown; another one is scrolled anew. */
  question: string
  groups: readonly Group[]
  span: Span
  kind: BlockKind
  halfHourPx: number
  columnPx: number
  axisPx: number
  now: { at: number; today: string; minutes: number }
  shown: string | null
  chosen: HolePlace | null
  onOpen: (id: string) => void
  onHole: (hole: HolePlace) => void
}

/** Days or weeks as columns of time, in which visits are opened, moved and booked. */
export function Calendar({ question, halfHourPx, onHole, ...props }: Props) {
  const { groups, span, now } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const mayBook = useAtomValue(mayAtom)('book.write')
  const minutePx = halfHourPx / 30
  useFrame(frame, {
    question,
    now: groups.some(({ day }) => day === now.today) ? now.minutes : null,
    span,
    minutePx,
  })
  const [columns, gridColumns] = useMemo(() => {
    let next = 2
    const places = groups.flatMap(({ columns, closed }) => {
      const from = next
      next += closed === undefined ? columns.length : 1
      return columns.map((_, i) => from + i)
    })
    return [groups.flatMap(({ columns }) => columns), places] as const
  }, [groups])
  return (
    <CalendarLook style={place({ '--minute': `${minutePx}px` })}>
      <CalendarGrid {...props} onHole={mayBook ? onHole : null} canMove={mayBook} frame={frame} body={body}>
        {mayBook && (
          <MovingLayer
            frame={frame}
            body={body}
            columns={columns}
            gridColumns={gridColumns}
            start={span.from}
            minutePx={minutePx}
            firstOf={(day) => minutesGone(day, now)}
          />
        )}
      </CalendarGrid>
    </CalendarLook>
  )
}
