import { SLOT_MINUTES } from '../../../../domain/slots.ts'

export type CalendarFacts = {
  reference: string
  start: Date
  summary: string
  location: string
  description: string
}

const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

const encoder = new TextEncoder()
const MAX_OCTETS = 74

/** A line of at most 75 octets each, continued with a space (RFC 5545, section 3.1). */
function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > MAX_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += letter
    octets += size
  }
  return text
}

/**
 * The appointment as an iCalendar file (RFC 5545), times in UTC. Nothing medical is in it: calendars are shared.
 * @param now when the file is made
 */
export function calendarFile(
  { reference, start, summary, location, description }: CalendarFacts,
  now: Date,
): string {
  const end = new Date(start.getTime() + SLOT_MINUTES * 60_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Enamel//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${reference}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(description)}`,
    'STATUS:CONFIRMED',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
