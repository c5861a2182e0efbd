import { DESK_STEP_MINUTES } from '../../../../domain/slots.ts'
import type { Column } from './arrange.ts'

export type Gap = {
  /** Index among the given columns. */
  column: number
  /** Minutes of the day. */
  from: number
}

/** The next start on the desk's grid, from a minute of the day on. */
export const onGrid = (minute: number) =>
  Math.ceil(Math.max(0, minute) / DESK_STEP_MINUTES) * DESK_STEP_MINUTES

/**
 * The first time at which a visit of some length fits, in the first column where two are alike; null: there is none.
 * @param first the first minute of the day that isn't over
 * @param doctors ids of who may see the patient; null: all
 */
export function firstGap(
  columns: readonly Pick<Column, 'free' | 'doctor'>[],
  minutes: number,
  first: number,
  doctors: readonly string[] | null = null,
): Gap | null {
  let found: Gap | null = null
  for (const [column, { free, doctor }] of columns.entries()) {
    if (doctors && !doctors.includes(doctor.id)) continue
    const starts = free.map(({ from, to }) => ({ from: onGrid(Math.max(from, first)), to }))
    const gap = starts.find(({ from, to }) => from + minutes <= to)
    if (gap && (!found || gap.from < found.from)) found = { column, from: gap.from }
  }
  return found
}
