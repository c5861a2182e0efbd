import { clinicTime, twelveHourTime } from '../../domain/clinic-time.ts'

/**
 * An instant as a patient reads it, in clinic time: 'Monday, 4 March 2030 at 9:30 AM, Lagos time'.
 * The zone is named after its city, because a phone may stand in another one.
 * @param timeZone IANA name of the clinic's zone
 */
export function spokenTime(instant: Date, timeZone: string): string {
  return `${spokenDay(instant, timeZone)} at ${spokenHour(instant, timeZone)}, ${zoneName(timeZone)}`
}

/** The day and time of day without the zone, for a subject line: 'Monday, 4 March 2030 at 9:30 AM'. */
export function spokenTimeInSubject(instant: Date, timeZone: string): string {
  return `${spokenDay(instant, timeZone)} at ${spokenHour(instant, timeZone)}`
}

function spokenDay(instant: Date, timeZone: string): string {
  const part = partsOf(instant, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return `${part.weekday}, ${part.day} ${part.month} ${part.year}`
}

function spokenHour(instant: Date, timeZone: string): string {
  return twelveHourTime(clinicTime(instant, timeZone))
}

// Put together from parts: where commas and narrow spaces go changes between versions of the Unicode data.
function partsOf(instant: Date, options: Intl.DateTimeFormatOptions): Record<string, string> {
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(instant)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

function zoneName(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone
  return timeZone.includes('/') && !timeZone.startsWith('Etc/')
    ? `${city.replaceAll('_', ' ')} time`
    : `${city} time`
}
