import type { OpeningHours } from './clinic.ts'
import { minutesOf, timeOf, toInstant, weekdayOf } from './clinic-time.ts'

/** Length of an appointment and distance between slots, in minutes (specification, section 9). */
export const SLOT_MINUTES = 30

/** A half-open period [start, end) of instants, both in milliseconds since 1970. */
export type Interval = { start: number; end: number }

/** Whether two half-open periods share an instant; touching ends do not. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end
}

/** The slots of a day by opening hours alone: every 30 minutes, each ending before closing time. */
export function slotTimes(hours: OpeningHours, date: string): string[] {
  const periods = hours[weekdayOf(date)] ?? []
  return periods.flatMap(({ from, to }) => {
    const times: string[] = []
    for (let minute = minutesOf(from); minute + SLOT_MINUTES <= minutesOf(to); minute += SLOT_MINUTES)
      times.push(timeOf(minute))
    return times
  })
}

/** The period that an appointment at this clinic day and time takes. */
export function slotInterval(date: string, time: string, timeZone: string): Interval {
  const start = toInstant(date, time, timeZone).getTime()
  return { start, end: start + SLOT_MINUTES * 60_000 }
}

export type DayQuestion = {
  date: string
  hours: OpeningHours
  timeZone: string
  /** No slot that starts before this instant is offered (now plus the clinic's notice). */
  earliest: Date
  /** For each doctor who is asked about: the periods already taken. */
  busy: readonly (readonly Interval[])[]
  /** Periods in which no one can be booked at the location. */
  blocked: readonly Interval[]
}

/**
 * The free slots of a day, in order: not too soon, inside hours, under no blocker,
 * and at least one of the doctors has nothing then (docs: availability).
 */
export function openSlots({ date, hours, timeZone, earliest, busy, blocked }: DayQuestion): string[] {
  return slotTimes(hours, date).filter((time) => {
    const slot = slotInterval(date, time, timeZone)
    if (slot.start < earliest.getTime()) return false
    if (blocked.some((period) => overlaps(period, slot))) return false
    return busy.some((taken) => !taken.some((period) => overlaps(period, slot)))
  })
}
