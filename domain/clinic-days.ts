import { addDays, clinicDate, offsetMinutes, skippedMinutes, timeOf, toInstant } from './clinic-time.ts'

/*
 * Clinic days as numbers, days since 1 January 1970, for rules that go over many of them. Results are cached:
 * clinic time of a zone is the same for all callers.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The number of the clinic's day at an instant, in milliseconds since 1970. */
export function dayNumberAt(instant: number, timeZone: string): number {
  return dayNumber(clinicDate(new Date(instant), timeZone))
}

/** The number of a day by year, month (0 is January) and date; null when the month does not have that date. */
export function dayNumberOf(year: number, month: number, date: number): number | null {
  const day = new Date(Date.UTC(year, month, date))
  return day.getUTCMonth() === month ? day.getTime() / DAY_MS : null
}

/** Month 0 is January, weekday 0 is Sunday. */
export function calendarOf(day: number) {
  const utc = new Date(day * DAY_MS)
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth(),
    date: utc.getUTCDate(),
    weekday: utc.getUTCDay(),
  }
}

/**
 * The instant, in milliseconds since 1970, at which clinic clocks show so many minutes after midnight of a day. A time that
 * they skip is the moment of the change, so that no period ends before it begins.
 */
export function instantOn(day: number, minute: number, timeZone: string): number {
  const offset = steadyOffset(day, timeZone)
  if (offset !== null) return day * DAY_MS + (minute - offset) * MINUTE_MS
  const date = addDays('1970-01-01', day + Math.floor(minute / 1440))
  const skipped = skippedMinutes(date, timeZone)
  const ofDay = minute % 1440
  const shown = skipped && skipped.from <= ofDay && ofDay < skipped.to ? skipped.to : ofDay
  return toInstant(date, timeOf(shown), timeZone).getTime()
}

const offsetsByZone = new Map<string, Map<number, number | null>>()
const DAYS_KEPT = 10_000

/** Minutes that clinic time is ahead of UTC throughout a day and around it; null where clocks change. */
function steadyOffset(day: number, timeZone: string): number | null {
  const known = offsetsByZone.get(timeZone) ?? new Map<number, number | null>()
  const kept = known.get(day)
  if (kept !== undefined) return kept
  const before = offsetMinutes(new Date((day - 1) * DAY_MS), timeZone)
  const after = offsetMinutes(new Date((day + 2) * DAY_MS), timeZone)
  const offset = before === after ? before : null
  if (known.size >= DAYS_KEPT) known.clear()
  offsetsByZone.set(timeZone, known.set(day, offset))
  return offset
}
