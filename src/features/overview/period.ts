import { addDays, weekdayOf } from '../../../domain/clinic-time.ts'

/** Whole weeks, from Monday to Sunday: so many before this one, and so many from this one on. */
const WEEKS = { around: [4, 4], past4: [4, 0], past12: [12, 0], next4: [0, 4] } as const
export type Period = keyof typeof WEEKS
export const PERIODS = Object.keys(WEEKS) as Period[]

/** The days of a period, both included. @param today 'YYYY-MM-DD' in clinic time */
export function daysOf(period: Period, today: string): { from: string; to: string } {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const [before, after] = WEEKS[period]
  return { from: addDays(monday, -7 * before), to: addDays(monday, 7 * after - 1) }
}

/** Period in the address; the usual one for an unknown value. */
export function periodOf(search: string): Period {
  const said = new URLSearchParams(search).get('period')
  return PERIODS.find((period) => period === said) ?? 'around'
}
