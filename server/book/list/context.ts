import type { BookContext } from '../blocked/context.ts'
import type { Totals } from './totals.ts'

/** Dependencies of routes that count appointments, or change how many there are. */
export type ListContext = BookContext & {
  /** Totals of the lists; callers that add or cancel appointments invalidate them. */
  totals: Totals
}
