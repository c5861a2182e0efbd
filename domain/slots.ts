import type { OpeningHours } from './clinic.ts'
import { minutesOf, timeOf, toInstant, weekdayOf } from './clinic-time.ts'
import { DEFAULT_MINUTES } from './services.ts'

/** Distance between the starts that patients are offered, in minutes (specification, section 9). */
export const SLOT_MINUTES = 30
/** Distance between the starts that the desk may choose. */
export const DESK_STEP_MINUTES = 5

/** A half-open period [start, end) of instants, both in milliseconds since 1970. */
export type Interval = { start: number; end: number }

/** Touching ends do not overlap. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end
}

/** A visit by its length, and how far apart starts are, both in minutes. */
export type Grid = { minutes: number; step: number }
const ONLINE: Grid = { minutes: DEFAULT_MINUTES, step: SLOT_MINUTES }

/** The starts of a day by opening hours alone, counted from each opening; a visit ends before closing time. */
export function slotTimes(hours: OpeningHours, date: string, { minutes, step }: Grid = ONLINE): string[] {
  const periods = hours[weekdayOf(date)] ?? []
  return periods.flatMap(({ from, to }) => {
    const times: string[] = []
    for (let minute = minutesOf(from); minute + minutes <= minutesOf(to); minute += step)
      times.push(timeOf(minute))
    return times
  })
}

/** Whether a visit lies whole in one opening period, wherever in it. */
export function fitsInto(hours: OpeningHours, date: string, time: string, minutes: number): boolean {
  const start = minutesOf(time)
  return (hours[weekdayOf(date)] ?? []).some(
    ({ from, to }) => minutesOf(from) <= start && start + minutes <= minutesOf(to),
  )
}

export function slotInterval(
  date: string,
  time: string,
  timeZone: string,
  minutes = DEFAULT_MINUTES,
): Interval {
  const start = toInstant(date, time, timeZone).getTime()
  return { start, end: start + minutes * 60_000 }
}

export type DayQuestion = {
  date: string
  /** The location's. */
  hours: OpeningHours
  grid: Grid
  timeZone: string
  /** The earliest start offered: now plus the clinic's notice. */
  earliest: Date
  /** Those who may do it: their hours at the location, and what they have already, wherever that is. */
  doctors: readonly { hours: OpeningHours; busy: readonly Interval[] }[]
  blocked: readonly Interval[]
}

/**
 * The free slots of a day, in order: late enough, whole inside one opening period, under no blocker, with at least one
 * doctor there and free (docs: availability).
 */
export function openSlots(question: DayQuestion): string[] {
  const { date, hours, grid, timeZone, earliest, doctors, blocked } = question
  return slotTimes(hours, date, grid).filter((time) => {
    const slot = slotInterval(date, time, timeZone, grid.minutes)
    if (slot.start < earliest.getTime()) return false
    if (blocked.some((period) => overlaps(period, slot))) return false
    return doctors.some(
      (doctor) =>
        (doctor.hours === hours || fitsInto(doctor.hours, date, time, grid.minutes)) &&
        !doctor.busy.some((period) => overlaps(period, slot)),
    )
  })
}
