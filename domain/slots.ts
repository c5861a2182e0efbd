import type { OpeningHours } from './clinic.ts'
import { minutesOf, timeOf, toInstant, weekdayOf } from './clinic-time.ts'

/** Length of an appointment and distance between slots, in minutes (specification, section 9). */
export const SLOT_MINUTES = 30

/** A half-open period [start, end) of instants, both in milliseconds since 1970. */
export type Interval = { start: number; end: number }

/** Touching ends do not overlap. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end
}

/** The slots of a day by opening hours alone; each ends before closing time. */
export function slotTimes(hours: OpeningHours, date: string): string[] {
  const periods = hours[weekdayOf(date)] ?? []
  return periods.flatMap(({ from, to }) => {
    const times: string[] = []
    for (let minute = minutesOf(from); minute + SLOT_MINUTES <= minutesOf(to); minute += SLOT_MINUTES)
      times.push(timeOf(minute))
    return times
  })
}

export function slotInterval(date: string, time: string, timeZone: string): Interval {
  const start = toInstant(date, time, timeZone).getTime()
  return { start, end: start + SLOT_MINUTES * 60_000 }
}

export type DayQuestion = {
  date: string
  hours: OpeningHours
  timeZone: string
  /** The earliest start offered: now plus the clinic's notice. */
  earliest: Date
  /** The periods already taken, for each doctor. */
  busy: readonly (readonly Interval[])[]
  blocked: readonly Interval[]
}

/**
 * The free slots of a day, in order: late enough, inside hours, under no blocker, with at least one doctor
 * free (docs: availability).
 */
export function openSlots({ date, hours, timeZone, earliest, busy, blocked }: DayQuestion): string[] {
  return slotTimes(hours, date).filter((time) => {
    const slot = slotInterval(date, time, timeZone)
    if (slot.start < earliest.getTime()) return false
    if (blocked.some((period) => overlaps(period, slot))) return false
    return busy.some((taken) => !taken.some((period) => overlaps(period, slot)))
  })
}
