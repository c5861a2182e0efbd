import ICAL from 'ical.js'
import { clinicDate, clinicTime, isClinicDate, isTimeOfDay, toInstant } from '../../../domain/clinic-time.ts'
import { readable } from '../../platform/imports/file-head.ts'
import type { IcsBlock } from './ics-calendars.ts'
import { type IcsProperty, nameIn } from './ics-property.ts'

/** A calendar's own time zones; null: it defines one by this name that cannot be read. */
export type Zones = ReadonlyMap<string, OwnZone | null>
export type OwnZone = { zone: ICAL.Timezone; from: string }

/** Own definitions of time zones in one calendar. */
const ZONES = 50

const DATE = /^\d{8}$/
const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/
const DURATION = /^([+-]?)P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?)$/

const SENTENCES = {
  none: 'There is none, or it is no date and time such as 20300305T093000Z.',
  wholeDays: 'The event is all day and has no time.',
  noDay: "This day doesn't exist.",
  noTime: "This time doesn't exist; midnight is 00:00 of the next day.",
  seconds: 'Appointments start and end at whole minutes.',
  skipped: 'Clocks skip this time on that day.',
} as const

/**
 * The instant that a property says: in UTC, in the zone it names, or in the clinic's. A zone that the calendar defines is
 * meant so, even if others know another one by that name.
 */
export function instantIn(
  property: Pick<IcsProperty, 'params' | 'value'> | undefined,
  { zones, timeZone }: { zones: Zones; timeZone: string },
): { at: Date } | { fault: string } {
  const text = property?.value.trim() ?? ''
  if (DATE.test(text)) return { fault: SENTENCES.wholeDays }
  const [, year, month, day, hour, minute, second, utc] = DATE_TIME.exec(text) ?? []
  if (!property || year === undefined) return { fault: SENTENCES.none }
  const [date, time] = [`${year}-${month}-${day}`, `${hour}:${minute}`]
  if (!isClinicDate(date) || date < '1900-01-01') return { fault: SENTENCES.noDay }
  if (!isTimeOfDay(time) || Number(second) > 59) return { fault: SENTENCES.noTime }
  if (second !== '00') return { fault: SENTENCES.seconds }
  if (utc) return { at: new Date(`${date}T${time}:00Z`) }
  const name = property.params.get('TZID')
  const own = name === undefined ? undefined : zones.get(name)
  if (own) return instantInOwn(date, time, own)
  const zone = name === undefined ? timeZone : own === null ? null : zoneOf(name)
  if (zone === null) return { fault: `The time zone “${readable(name ?? '')}” is unknown.` }
  const at = toInstant(date, time, zone)
  const isThere = clinicDate(at, zone) === date && clinicTime(at, zone) === time
  return isThere ? { at } : { fault: SENTENCES.skipped }
}

/** Minutes of a DURATION, negative for a negative one; null: it is invalid. */
export function minutesIn(value: string): number | null {
  const [matched, sign, ...parts] = DURATION.exec(value.trim()) ?? []
  if (matched === undefined || parts.every((part) => part === undefined)) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const all = (weeks * 7 + days) * 1_440 + hours * 60 + minutes + seconds / 60
  return sign === '-' ? -all : all
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A time that comes twice is the first (RFC 5545, section 3.3.5). */
function instantInOwn(date: string, time: string, { zone, from }: OwnZone): { at: Date } | { fault: string } {
  if (date < from) return { fault: `The time zone “${readable(zone.tzid)}” says nothing of that day.` }
  const local = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (at: number) => zone.utcOffset(timeAt(at)) / 60
  const [before, offset] = [offsetAt(local - DAY_MS), offsetAt(local)]
  // Within the change itself: the skipped or repeated time comes right after it.
  const isNear = before !== offset && offsetAt(local - Math.abs(before - offset) * MINUTE_MS) === before
  if (isNear && before < offset) return { fault: SENTENCES.skipped }
  return { at: new Date(local - (isNear ? before : offset) * MINUTE_MS) }
}

function timeAt(local: number): ICAL.Time {
  const at = new Date(local)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
  const time = { year, month, day, hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: 0 }
  return new ICAL.Time({ ...time, isDate: false }, ICAL.Timezone.localTimezone)
}

const known = new Map<string, string | null>()

/** The zone as the runtime knows it; null: it does not. */
function zoneOf(name: string): string | null {
  let zone = known.get(name)
  if (zone === undefined) {
    zone = isZone(name) ? name : null
    if (known.size < 1_000) known.set(name, zone)
  }
  return zone
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zones that a calendar defines. */
export function zonesOf(blocks: readonly IcsBlock[]): Zones {
  const zones = new Map<string, OwnZone | null>()
  for (const block of blocks) {
    if (block.kind !== 'VTIMEZONE') continue
    const name = block.lines.map((line) => /^TZID(?:;[^:]*)?:(.*)$/i.exec(line)?.[1]?.trim()).find(Boolean)
    // A second definition of a name is passed over.
    if (name && !zones.has(name) && zones.size < ZONES) zones.set(name, ownZone(block, name))
  }
  return zones
}

const OFFSET = /^[+-](?:0\d|1[0-5])[0-5]\d(?:00)?$/
const START = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/

/** Reads a custom zone with yearly rules, of which the library makes few. @returns null when it cannot be read */
function ownZone({ lines, fault }: IcsBlock, tzid: string): OwnZone | null {
  const values = (name: string) =>
    lines.flatMap((line) => (nameIn(line) === name ? [line.slice(line.indexOf(':') + 1).trim()] : []))
  const begun = lines.filter((line) => /^BEGIN:(?:STANDARD|DAYLIGHT)\s*$/i.test(line)).length
  const starts = values('DTSTART')
  const offsets = [values('TZOFFSETFROM'), values('TZOFFSETTO')]
  const rules = values('RRULE').map((rule) => rule.toUpperCase())
  const isWhole =
    fault === null &&
    begun > 0 &&
    [starts, ...offsets].every((each) => each.length === begun) &&
    starts.every((start) => START.test(start)) &&
    offsets.flat().every((offset) => OFFSET.test(offset)) &&
    rules.length <= 100 &&
    rules.every(
      (rule) => /FREQ=YEARLY/.test(rule) && !/BY(?:SECOND|MINUTE|HOUR|SETPOS|WEEKNO|YEARDAY)/.test(rule),
    )
  if (!isWhole) return null
  try {
    const component = new ICAL.Component(
      ICAL.parse(['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n')),
    )
    const zone = new ICAL.Timezone({ component, tzid })
    const [first = ''] = starts.toSorted()
    // Reads all of its rules.
    zone.utcOffset(timeAt(Date.parse('2030-01-01T00:00:00Z')))
    return { zone, from: `${first.slice(0, 4)}-${first.slice(4, 6)}-${first.slice(6, 8)}` }
  } catch {
    return null
  }
}
