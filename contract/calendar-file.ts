/** PUBLISH adds or updates the calendar entry, CANCEL removes it. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

export type CalendarEntry = {
  method: CalendarMethod
  /** The appointment's reference, by which calendars update an entry instead of adding another. */
  id: string
  /** Version of the appointment, from 1; the higher one wins. */
  version: number
  startsAt: Date
  endsAt: Date
  summary: string
  location: string
  description: string
  /** The clinic's name and mail address. The page does not know the address. */
  organizer?: { name: string; address: string }
  /** ISO 639-1. */
  language: string
}

/**
 * An appointment as an iCalendar file (RFC 5545) with lines ended by CRLF and folded at 75 octets. The mails and the
 * page write it with this one function, so that either file is the same entry to a calendar. It is our own since the
 * page writes it too: minified and compressed by brotli, ical-generator is 8.1 KB there and this 0.5 KB.
 *
 * METHOD is PUBLISH, not REQUEST: the entry is for keeping. A REQUEST would need the patient as an attendee, and
 * programs would answer it with 'accepted' mails that nobody at the clinic reads. PUBLISH asks for an organizer
 * and no attendee (RFC 5546, section 3.2.1). Times are in UTC: one event that does not recur needs no VTIMEZONE,
 * and every program understands it. Calendars are shared with families and employers, so there is nothing
 * medical in it and its class is PRIVATE: others see that the time is taken.
 *
 * CANCEL names the same entry with a higher sequence (RFC 5546, section 4.1.3: of a published event, too, without an
 * attendee).
 * @param now when the file is made (DTSTAMP)
 */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const { organizer } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Enamel//Appointments//${entry.language.toUpperCase()}`,
    `METHOD:${entry.method}`,
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `SEQUENCE:${Math.max(0, entry.version - 1)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.endsAt)}`,
    `SUMMARY:${text(entry.summary)}`,
    `LOCATION:${text(entry.location)}`,
    `DESCRIPTION:${text(entry.description)}`,
    ...(organizer ? [`ORGANIZER;CN="${parameter(organizer.name)}":mailto:${organizer.address}`] : []),
    `STATUS:${entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

const LINE_BREAK = /\r\n?|\n/g

/** A value of type TEXT (RFC 5545, section 3.3.11). */
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(LINE_BREAK, '\\n')

/** A quoted parameter's value, for which there is no backslash: a caret takes its place (RFC 6868). */
const parameter = (value: string) =>
  value.replaceAll('^', '^^').replaceAll('"', "^'").replace(LINE_BREAK, '^n')

const encoder = new TextEncoder()
const MAX_OCTETS = 74

/** A line of at most 75 octets each, continued with a space (RFC 5545, section 3.1). */
function folded(line: string): string {
  let result = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > MAX_OCTETS) {
      result += '\r\n '
      octets = 1
    }
    result += letter
    octets += size
  }
  return result
}
