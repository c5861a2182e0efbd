import type { Appointment } from '../../../../../contract/appointments.ts'
import { isDoneBy } from '../../../../../domain/services.ts'
import { DESK_STEP_MINUTES } from '../../../../../domain/slots.ts'
import { type Block, type BlockedSpan, type Column, takesTime } from '../../day/arrange.ts'
import { lengthOf, overlap, type Span, without } from '../../day/spans.ts'
import type { LimitedService } from '../../state/use-limited-service.ts'

/** Distance within which a block snaps to a half-hour or the end of a neighbour, in minutes. */
const PULL = 7

/** Why a visit can't be put somewhere. */
export type Hindrance =
  | { why: 'visit'; row: Appointment }
  | { why: 'blocked'; by: BlockedSpan }
  | { why: 'closed' }
  | { why: 'past' }
  | { why: 'away' }
  | { why: 'service'; service: string }

/** A column without the visit that is to be put somewhere: made once for a drag, asked at each step of it. */
export type Landing = {
  column: Column
  /** Appointments that the moved one can touch. */
  others: readonly Block[]
  /** Spans that it can snap to: appointments and blockers. */
  neighbours: readonly Span[]
  free: readonly Span[]
  /** The name of its service where the column's doctor doesn't do it. */
  notDone: string | null
}

/** @param id of the visit, with its service where not everybody does it */
export function landingIn(column: Column, id: string, service: LimitedService | null): Landing {
  const others = column.blocks.filter(({ row }) => row.id !== id)
  const isDone = isDoneBy(service, column.doctor.id)
  return {
    column,
    others,
    neighbours: [...others, ...column.blocked],
    free: isDone
      ? without(column.open, [...column.blocked, ...others.filter(({ row }) => takesTime(row))])
      : [],
    notDone: isDone ? null : (service?.name ?? ''),
  }
}

/**
 * Obstacle to an appointment at a time; null: none.
 * @param first the first minute of the day that isn't over: negative for a day to come, greater than 1440 for a past
 * one
 */
export function hindrance({ column, others, notDone }: Landing, span: Span, first: number): Hindrance | null {
  if (!column.isWorking) return { why: 'away' }
  if (notDone !== null) return { why: 'service', service: notDone }
  if (span.from < first) return { why: 'past' }
  const other = others.find((block) => takesTime(block.row) && overlap(block, span))
  if (other) return { why: 'visit', row: other.row }
  const by = column.blocked.find((blocked) => overlap(blocked, span))
  if (by) return { why: 'blocked', by }
  const isOpen = column.open.some(({ from, to }) => from <= span.from && span.to <= to)
  return isOpen ? null : { why: 'closed' }
}

/** The starts nearest to one at which a visit of some length fits in a column, the nearest first. */
export function nearestStarts({ free }: Landing, span: Span, first: number, count = 2): number[] {
  const length = lengthOf(span)
  const starts = free.flatMap((gap) => {
    const from = Math.max(gap.from, first)
    const found: number[] = []
    for (
      let at = from % DESK_STEP_MINUTES === 0 ? from : Math.ceil(from / 30) * 30;
      at + length <= gap.to;
      at = (Math.floor(at / 30) + 1) * 30
    )
      found.push(at)
    return found
  })
  return starts
    .sort((a, b) => Math.abs(a - span.from) - Math.abs(b - span.from))
    .slice(0, count)
    .sort((a, b) => a - b)
}

/** Minute until which a column is free, from a minute on. */
export const freeUntil = ({ free }: Landing, from: number): number =>
  free.find((gap) => gap.from <= from && from < gap.to)?.to ?? from

/**
 * Start of a block that is dropped at a minute: on a half-hour or against a neighbour within snapping distance, else
 * on the grid.
 */
export function snapped({ neighbours }: Landing, minutes: number, length: number): number {
  let nearest = Math.round(minutes / 30) * 30
  const pull = (at: number) => {
    if (Math.abs(at - minutes) < Math.abs(nearest - minutes)) nearest = at
  }
  for (const { from, to } of neighbours) {
    pull(to)
    pull(from - length)
  }
  const at =
    Math.abs(nearest - minutes) <= PULL
      ? nearest
      : Math.round(minutes / DESK_STEP_MINUTES) * DESK_STEP_MINUTES
  return Math.max(0, Math.min(1440 - length, at))
}
