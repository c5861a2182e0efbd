import type { OpeningHours } from './clinic.ts'
import { addDays, clinicDate } from './clinic-time.ts'
import { fitsInto, type Grid, slotInterval, slotTimes } from './slots.ts'

/** Youngest patient who may book, in years (specification, section 9). */
export const MINIMUM_AGE = 10
export const MAXIMUM_AGE = 120
/** Age in years from which a patient needs no guardian. */
export const ADULT_AGE = 18

/**
 * Reports whether a patient of this age needs a guardian, and is old enough to be booked for. Null: the age is unknown.
 */
export const isMinor = (age: number | null): boolean => age !== null && age >= MINIMUM_AGE && age < ADULT_AGE

export function bookableDays(now: Date, horizonDays: number, timeZone: string): { from: string; to: string } {
  const from = clinicDate(now, timeZone)
  return { from, to: addDays(from, horizonDays - 1) }
}

export type SlotRefusal = { kind: 'past' | 'too_far' | 'closed' | 'off_grid' }

export type SlotQuestion = {
  date: string
  time: string
  hours: OpeningHours
  grid: Grid
  timeZone: string
  now: Date
  noticeMinutes: number
  horizonDays: number
}

/**
 * Reason why a time can never be booked, or null when it is on offer. Appointments and blockers are checked elsewhere:
 * those are conflicts, not mistakes.
 */
export function refuseSlot(question: SlotQuestion): SlotRefusal | null {
  const { date, time, hours, grid, timeZone, now, noticeMinutes, horizonDays } = question
  const { from, to } = bookableDays(now, horizonDays, timeZone)
  if (date < from) return { kind: 'past' }
  if (date > to) return { kind: 'too_far' }
  if (!slotTimes(hours, date, timeZone, grid).includes(time)) {
    return { kind: fitsInto(hours, date, timeZone, time, grid.minutes) ? 'off_grid' : 'closed' }
  }
  const earliest = now.getTime() + noticeMinutes * 60_000
  return slotInterval(date, time, timeZone).start < earliest ? { kind: 'past' } : null
}

/**
 * The free doctors in rotating order, so that bookings without a chosen doctor spread over them. `turn` is
 * any number that differs from booking to booking.
 */
export function rotate<T>(items: readonly T[], turn: number): T[] {
  if (items.length === 0) return []
  const first = Math.abs(Math.trunc(turn)) % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}
