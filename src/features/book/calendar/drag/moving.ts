import type { Appointment } from '../../../../../contract/appointments.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '../../../../../domain/services.ts'
import { DESK_STEP_MINUTES } from '../../../../../domain/slots.ts'
import { lengthOf, type Span } from '../../day/spans.ts'

/** A visit on its way, and where it would land. */
export type Moving = {
  row: Appointment
  by: 'pointer' | 'keys'
  what: 'place' | 'length'
  /** Index of the column. */
  column: number
  span: Span
}

/** A span that begins where it did and is as long as a visit can be. @param to the minute at which it would end */
export const endingAt = ({ from }: Span, to: number): Span => ({
  from,
  to: from + Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, to - from)),
})

/** The move after a key; null: unchanged. @param drawn minutes of the day that are drawn, as the limits */
export function stepped(moving: Moving, key: string, columns: number, drawn: Span): Moving | null {
  const { span, column, what } = moving
  const by = (minutes: number) => {
    const from = Math.max(drawn.from, Math.min(drawn.to - lengthOf(span), span.from + minutes))
    return { ...moving, span: { from, to: from + lengthOf(span) } }
  }
  const longer = (minutes: number) => ({
    ...moving,
    span: endingAt(span, Math.min(drawn.to, span.to + minutes)),
  })
  if (key === '+') return longer(DESK_STEP_MINUTES)
  if (key === '-') return longer(-DESK_STEP_MINUTES)
  if (key === 'ArrowDown') return what === 'length' ? longer(DESK_STEP_MINUTES) : by(DESK_STEP_MINUTES)
  if (key === 'ArrowUp') return what === 'length' ? longer(-DESK_STEP_MINUTES) : by(-DESK_STEP_MINUTES)
  if (key === 'PageDown') return what === 'length' ? longer(30) : by(30)
  if (key === 'PageUp') return what === 'length' ? longer(-30) : by(-30)
  if (key === 'ArrowRight' && column < columns - 1) return { ...moving, column: column + 1 }
  if (key === 'ArrowLeft' && column > 0) return { ...moving, column: column - 1 }
  return null
}
