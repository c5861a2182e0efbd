/**
 * Clinic time: days are 'YYYY-MM-DD', times of day 'HH:mm' (up to '24:00' as an end), instants are `Date`s.
 * Every rule about days works on these texts, so the zone of the server or of a phone cannot leak in.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DATE_PATTERN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export function isClinicDate(text: string): boolean {
  return DATE_PATTERN.test(text) && addDays(text, 0) === text
}

export function isTimeOfDay(text: string): boolean {
  return TIME_PATTERN.test(text)
}

/** A day in UTC, for formatting it there with Intl; the instant itself is no time of the clinic. @param time 'HH:mm' */
export function inUtc(date: string, time = '00:00'): Date {
  return new Date(`${date}T${time}:00Z`)
}

/** `days` may be negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** '24:00' is 1440. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

export function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * 'h:mm AM' of a time of day 'HH:mm' from 00:00 to 24:00, as lists, files and mails have it in English (specification,
 * section 2). The last reads like the first.
 */
export function twelveHourTime(time: string): string {
  const hour = Number(time.slice(0, 2)) % 24
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

const QUARTER_MS = 15 * MINUTE_MS
const offsetsByQuarter = new Map<string, number>()
const OFFSETS_KEPT = 5_000

export function offsetMinutes(instant: Date, timeZone: string): number {
  // Cached per quarter of an hour: formatting is slow, and clocks change only at quarters.
  const quarter = Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS
  const key = `${timeZone} ${quarter}`
  let offset = offsetsByQuarter.get(key)
  if (offset === undefined) {
    offset = formattedOffset(quarter, timeZone)
    if (offsetsByQuarter.size >= OFFSETS_KEPT) offsetsByQuarter.clear()
    offsetsByQuarter.set(key, offset)
  }
  return offset
}

function formattedOffset(quarter: number, timeZone: string): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(quarter)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - quarter) / MINUTE_MS)
}

function shifted(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMinutes(instant, timeZone) * MINUTE_MS).toISOString()
}

export function clinicDate(instant: Date, timeZone: string): string {
  return shifted(instant, timeZone).slice(0, 10)
}

/** Seconds are cut off. */
export function clinicTime(instant: Date, timeZone: string): string {
  return shifted(instant, timeZone).slice(11, 16)
}

/**
 * The instant at which clinic clocks show this day and time. A time that a clock change skips moves later by
 * the jump; one that occurs twice means the first.
 */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutesOf(time) * MINUTE_MS
  const before = offsetMinutes(new Date(asUtc - DAY_MS), timeZone)
  const after = offsetMinutes(new Date(asUtc + DAY_MS), timeZone)
  const first = new Date(asUtc - before * MINUTE_MS)
  if (before === after || offsetMinutes(first, timeZone) === before) return first
  const second = new Date(asUtc - after * MINUTE_MS)
  return offsetMinutes(second, timeZone) === after ? second : first
}

/** Minutes since midnight that clocks skip on a day, half-open; null where they skip none. */
export function skippedMinutes(date: string, timeZone: string): { from: number; to: number } | null {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const offsetAt = (instant: number) => offsetMinutes(new Date(instant), timeZone)
  // Every zone has the whole of its day between them. Both are quarters of an hour, and a change is at one.
  let [early, late] = [midnight - DAY_MS, midnight + 2 * DAY_MS]
  const [before, after] = [offsetAt(early), offsetAt(late)]
  if (after <= before) return null
  while (late - early > QUARTER_MS) {
    const middle = early + Math.floor((late - early) / QUARTER_MS / 2) * QUARTER_MS
    if (offsetAt(middle) === before) early = middle
    else late = middle
  }
  const change = (late - midnight) / MINUTE_MS
  const [from, to] = [Math.max(0, change + before), Math.min(1440, change + after)]
  return from < to ? { from, to } : null
}

/**
 * ISO 8601 with the clinic's offset: '2030-03-04T09:30:00+01:00'. With milliseconds where the instant is used as a
 * boundary later: '2030-03-04T09:30:00.250+01:00'.
 */
export function isoWithOffset(instant: Date, timeZone: string, { milliseconds = false } = {}): string {
  const offset = offsetMinutes(instant, timeZone)
  const sign = offset < 0 ? '-' : '+'
  return `${shifted(instant, timeZone).slice(0, milliseconds ? 23 : 19)}${sign}${timeOf(Math.abs(offset))}`
}
