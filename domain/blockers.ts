import type { Interval } from './slots.ts'

/** Specification, section 9; the names used on the wire and on the screen. */
export const BLOCKER_TYPES = ['One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly'] as const
export type BlockerType = (typeof BLOCKER_TYPES)[number]

/** Minutes since midnight in clinic time, half-open: 0 to 1440 is the whole day. */
export type Hours = { from: number; to: number }
export const WHOLE_DAY: Hours = { from: 0, to: 1440 }

/**
 * Rule of a blocker's times, in clinic time (specification, section 10). Recurring ones have neither beginning nor end.
 */
export type BlockerRule =
  | { type: 'One Time'; period: Interval }
  | { type: 'Daily'; hours: Hours }
  /** 0 is Sunday. */
  | { type: 'Weekly'; days: readonly number[]; hours: Hours }
  /** Days of the month; a month without one of them skips it. */
  | { type: 'Monthly'; dates: readonly number[]; hours: Hours }
  /** The whole day, on dates of a month (0 is January); 29 February in leap years only. */
  | { type: 'Yearly'; month: number; dates: readonly number[] }

const LAST_DATES = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The last date of a month (0 is January) that a yearly blocker offers: 29 for February (specification, section 5). */
export function lastDateOf(month: number): number {
  return LAST_DATES[month] ?? 31
}
