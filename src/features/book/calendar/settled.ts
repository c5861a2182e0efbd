import type { Appointment } from '../../../../contract/appointments.ts'
import { visitStateOf } from '../visit/visit-state.ts'

/** States in which nothing is to be done any more. */
export const SETTLED = ['done', 'no_show'] as const

/** Fewer are sooner passed over than unfolded. */
const FOLDED_FROM = 3

/** The ids of visits that are settled. @param now milliseconds since 1970 */
export const settledIn = (rows: readonly Appointment[], now: number): ReadonlySet<string> =>
  new Set(rows.filter((row) => SETTLED.some((state) => state === visitStateOf(row, now))).map(({ id }) => id))

/**
 * The rows that are folded up: those that were settled when the list was opened, and still are, unless they are few or all.
 * @param first ids of those that were settled then: nothing is folded up under a finger
 */
export function foldedOf(
  rows: readonly Appointment[],
  first: ReadonlySet<string>,
  now: number,
): readonly Appointment[] {
  const settled = settledIn(rows, now)
  const folded = rows.filter(({ id }) => first.has(id) && settled.has(id))
  return folded.length < FOLDED_FROM || folded.length === rows.length ? [] : folded
}
