import { addDays } from '../../../domain/clinic-time.ts'

/** Days in clinic time, both included. */
export type Span = { from: string; to: string }

/** Days that are offered at once. */
const DAYS = 28
/** As many of them before the appointment's own date. */
const BEFORE = 14

const within = ({ from, to }: Span, bookable: Span): Span => ({
  from: from < bookable.from ? bookable.from : from,
  to: to > bookable.to ? bookable.to : to,
})

/** The days around an appointment's own, as far as they can be booked. */
export function daysAround(own: string, bookable: Span): Span {
  const from = addDays(own, -BEFORE)
  const first = from < bookable.from ? bookable.from : from
  return within({ from: first, to: addDays(first, DAYS - 1) }, bookable)
}

/** The days before or after a span; null: none of them can be booked. */
export function spanBeside({ from, to }: Span, direction: -1 | 1, bookable: Span): Span | null {
  const next =
    direction < 0
      ? { from: addDays(from, -DAYS), to: addDays(from, -1) }
      : { from: addDays(to, 1), to: addDays(to, DAYS) }
  return next.to < bookable.from || next.from > bookable.to ? null : within(next, bookable)
}
