import type { BookContext } from '../blocked/context.ts'
import type { Totals } from './totals.ts'

/** Dependencies of routes that count appointments, or change how many there are. */
export type ListContext = BookContext & {
  /** How many appointments there are of what is asked for; whoever adds or cancels some has it forget. */
  totals: Totals
}
