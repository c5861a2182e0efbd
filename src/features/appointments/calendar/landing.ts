import type { Appointment } from '../../../../contract/appointments.ts'
import { DESK_STEP_MINUTES } from '../../../../domain/slots.ts'
import { type BlockedSpan, type Column, takesTime } from './arrange.ts'
import { lengthOf, overlap, type Span, without } from './spans.ts'

/** How near a half-hour or the end of a neighbour draws a block to itself, in minutes. */
const PULL = 7

/** Why a visit can't be put somewhere. */
export type Hindrance =
  | { why: 'visit'; row: Appointment }
  | { why: 'blocked'; by: BlockedSpan }
  | { why: 'closed' }
  | { why: 'past' }
  | { why: 'away' }

/** The column without the visit that is to be put somewhere. */
function freeFor(column: Column, id: string): Span[] {
  const others = column.blocks.filter(({ row }) => row.id !== id && takesTime(row))
  return without(column.open, [...column.blocked, ...others])
}

/**
 * What stands in the way of a visit; null: nothing.
 * @param first the first minute of the day that isn't over: negative where all is to come, greater than 1440 where nothing is
 */
export function hindrance(column: Column, span: Span, id: string, first: number): Hindrance | null {
  if (!column.isWorking) return { why: 'away' }
  if (span.from < first) return { why: 'past' }
  const other = column.blocks.find(
    (block) => block.row.id !== id && takesTime(block.row) && overlap(block, span),
  )
  if (other) return { why: 'visit', row: other.row }
  const by = column.blocked.find((blocked) => overlap(blocked, span))
  if (by) return { why: 'blocked', by }
  const isOpen = column.open.some(({ from, to }) => from <= span.from && span.to <= to)
  return isOpen ? null : { why: 'closed' }
}

/** The starts nearest to one at which a visit of some length fits in a column, the nearest first. */
export function nearestStarts(column: Column, span: Span, id: string, first: number, count = 2): number[] {
  const length = lengthOf(span)
  const starts = without(freeFor(column, id), [{ from: 0, to: Math.max(0, first) }]).flatMap((gap) => {
    const found: number[] = []
    for (
      let at = Math.ceil(gap.from / DESK_STEP_MINUTES) * DESK_STEP_MINUTES;
      at + length <= gap.to;
      at += DESK_STEP_MINUTES
    ) {
      if (at % 30 === 0 || at === gap.from) found.push(at)
    }
    return found
  })
  return starts
    .sort((a, b) => Math.abs(a - span.from) - Math.abs(b - span.from))
    .slice(0, count)
    .sort((a, b) => a - b)
}

/** Until when a column is free from a minute on. */
export function freeUntil(column: Column, id: string, from: number): number {
  return freeFor(column, id).find((gap) => gap.from <= from && from < gap.to)?.to ?? from
}

/** Where a block that is held somewhere would stand: on a half-hour or against a neighbour where one is near, else on the grid. */
export function snapped(column: Column, minutes: number, length: number, id: string): number {
  const others = column.blocks.filter(({ row }) => row.id !== id)
  const pulls = [
    Math.round(minutes / 30) * 30,
    ...others.flatMap(({ from, to }) => [to, from - length]),
    ...column.blocked.flatMap(({ from, to }) => [to, from - length]),
  ]
  const nearest = pulls.reduce((best, at) => (Math.abs(at - minutes) < Math.abs(best - minutes) ? at : best))
  const at =
    Math.abs(nearest - minutes) <= PULL
      ? nearest
      : Math.round(minutes / DESK_STEP_MINUTES) * DESK_STEP_MINUTES
  return Math.max(0, Math.min(1440 - length, at))
}
