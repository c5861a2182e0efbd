import type { OpeningHours } from './clinic.ts'
import { minutesOf, skippedMinutes, timeOf, toInstant, weekdayOf } from './clinic-time.ts'
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

/** Length of an appointment, and distance of starts, both in minutes. */
export type Grid = { minutes: number; step: number }
const ONLINE: Grid = { minutes: DEFAULT_MINUTES, step: SLOT_MINUTES }

/**
 * Opening times of a place on a day, in minutes since midnight. A time that the clocks skip that night is left out: an
 * appointment in it or across it would end later by the clock than its length says.
 */
export function openMinutes(
  hours: OpeningHours,
  date: string,
  timeZone: string,
): { from: number; to: number }[] {
  const periods = (hours[weekdayOf(date)] ?? []).map(({ from, to }) => ({
    from: minutesOf(from),
    to: minutesOf(to),
  }))
  const skipped = periods.length > 0 ? skippedMinutes(date, timeZone) : null
  if (!skipped) return periods
  return periods
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, skipped.from) },
      { from: Math.max(from, skipped.to), to },
    ])
    .filter(({ from, to }) => from < to)
}

/** The starts of a day by opening hours alone, counted from each opening; an appointment ends before closing time. */
export function slotTimes(
  hours: OpeningHours,
  date: string,
  timeZone: string,
  { minutes, step }: Grid = ONLINE,
): string[] {
  return openMinutes(hours, date, timeZone).flatMap(({ from, to }) => {
    const times: string[] = []
    for (let minute = from; minute + minutes <= to; minute += step) times.push(timeOf(minute))
    return times
  })
}

/** Reports whether an appointment is entirely within one opening period. */
export function fitsInto(
  hours: OpeningHours,
  date: string,
  timeZone: string,
  time: string,
  minutes: number,
): boolean {
  const start = minutesOf(time)
  return openMinutes(hours, date, timeZone).some(({ from, to }) => from <= start && start + minutes <= to)
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
  /** Doctors for it: their hours at the location, and their appointments, at any location. */
  doctors: readonly { hours: OpeningHours; busy: readonly Interval[] }[]
  blocked: readonly Interval[]
}

/**
 * The free slots of a day, in order: late enough, whole inside one opening period, under no blocker, with at least one
 * doctor there and free (docs: availability).
 */
export function openSlots(question: DayQuestion): string[] {
  const { date, hours, grid, timeZone, earliest, doctors, blocked } = question
  return slotTimes(hours, date, timeZone, grid).filter((time) => {
    const slot = slotInterval(date, time, timeZone, grid.minutes)
    if (slot.start < earliest.getTime()) return false
    if (blocked.some((period) => overlaps(period, slot))) return false
    return doctors.some(
      (doctor) =>
        (doctor.hours === hours || fitsInto(doctor.hours, date, timeZone, time, grid.minutes)) &&
        !doctor.busy.some((period) => overlaps(period, slot)),
    )
  })
}
