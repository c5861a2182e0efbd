import { minutesOf } from '../../../../../domain/clinic-time.ts'
import { DEFAULT_MINUTES } from '../../../../../domain/services.ts'
import type { OfflineRequest } from '../../../../offline/requests/request.ts'
import type { Column } from '../../day/arrange.ts'
import { overlap, type Span } from '../../day/spans.ts'

type Request = Pick<OfflineRequest, 'id' | 'number' | 'name' | 'body'>
export type Draft<T extends Request> = Span & { request: T; column: Column }

/**
 * Places of offline requests in a day or week: in their doctor's column, if nothing else is drawn at their time; else
 * in a strip of their own, as those without a doctor. Requests of other days and locations are left out.
 * @param frame the part of the day that is drawn
 */
export function placedRequests<T extends Request>(
  requests: readonly T[],
  columns: readonly Column[],
  frame: Span,
): { drafts: Draft<T>[]; beside: T[] } {
  const drafts: Draft<T>[] = []
  const beside: T[] = []
  for (const request of requests) {
    const { appointment_date: day, start_time: time, location, doctor, duration } = request.body
    const ofDay = columns.filter((column) => column.day === day && column.location === location)
    if (ofDay.length === 0 || !time) continue
    const from = minutesOf(time)
    const span = { from, to: from + (duration || DEFAULT_MINUTES) }
    const column = ofDay.find((each) => each.doctor.id === doctor)
    const others = drafts.filter((draft) => draft.column === column)
    const isFree =
      column &&
      ![...column.blocks, ...others].some((other) => overlap(other, span)) &&
      span.from >= frame.from &&
      span.to <= frame.to
    if (isFree) drafts.push({ ...span, request, column })
    else beside.push(request)
  }
  return { drafts, beside }
}
