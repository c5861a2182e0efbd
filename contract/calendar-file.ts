/**
 * A mail's REQUEST adds or updates the calendar entry, CANCEL removes it. PUBLISH is for a saved file, without an
 * attendee.
 */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

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
  /** Address of the patient, which REQUEST and CANCEL need. */
  attendee?: string
  /** ISO 639-1. */
  language: string
}

/**
 * Appointments as an iCalendar file (RFC 5545), written by this one function for mails and page, so that
 * calendars see one entry. Not ical-generator: in the page it takes 8.1 KB (brotli) instead of 0.5 KB. In mails METHOD is
 * REQUEST, since calendars move and remove by themselves only what an organizer asked an attendee to (decision 046);
 * the attendee has accepted, and no answer is asked for. PUBLISH has no attendee (RFC 5546, section 3.2.1), and is the one that may
 * have several entries. Times are in
 * UTC, which needs no VTIMEZONE. Calendars are shared with families and employers, so nothing medical is in it and its
 * class is PRIVATE. CANCEL repeats the entry with a higher sequence (RFC 5546, section 4.1.3).
 * @param of one or several, of one method and language
 * @param now when the file is made (DTSTAMP)
 */
export function calendarFile(of: CalendarEntry | readonly CalendarEntry[], now: Date): string {
  const entries = [of].flat()
  const [{ language, method } = { language: '', method: '' }] = entries
  return file([
    ...head(language),
    `METHOD:${method}`,
    ...entries.flatMap((entry) => asked(entry, now)),
    'END:VCALENDAR',
  ])
}

const asked = ({ organizer, attendee, ...entry }: CalendarEntry, now: Date) => [
  'BEGIN:VEVENT',
  ...facts(entry, now),
  `DESCRIPTION:${text(entry.description)}`,
  ...(organizer ? [`ORGANIZER;CN="${parameter(organizer.name)}":mailto:${organizer.address}`] : []),
  ...(attendee
    ? [`ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`]
    : []),
  `STATUS:${entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
  'CLASS:PRIVATE',
  'END:VEVENT',
]

/** An appointment in a calendar feed. */
export type FeedVisit = Pick<
  CalendarEntry,
  'id' | 'version' | 'startsAt' | 'endsAt' | 'summary' | 'location'
> & {
  /** Time of the last change (DTSTAMP where there is no METHOD: RFC 5545, section 3.8.7.2). */
  changedAt: Date
  isConfirmed: boolean
}

/**
 * The head of a calendar feed; `feedVisits` and `feedEnd` follow. It names no METHOD, since it asks for no action, and
 * no program's time: the same appointments give the same bytes, at any time and in any process. Times are in UTC, so
 * that the time zone matters only for display.
 * @param refreshMinutes how often programs should ask again (RFC 7986); many ask as seldom as they like
 */
export function feedHead({
  name,
  timeZone,
  language,
  refreshMinutes,
}: {
  name: string
  timeZone: string
  language: string
  refreshMinutes: number
}): string {
  return file([
    ...head(language),
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `X-WR-TIMEZONE:${text(timeZone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ])
}

export function feedVisits(visits: readonly FeedVisit[]): string {
  return visits
    .map((visit) =>
      file([
        'BEGIN:VEVENT',
        ...facts(visit, visit.changedAt),
        `STATUS:${visit.isConfirmed ? 'CONFIRMED' : 'TENTATIVE'}`,
        'CLASS:PRIVATE',
        'END:VEVENT',
      ]),
    )
    .join('')
}

/**
 * @param isEmpty a calendar needs a component (RFC 5545, section 3.6); one without appointments has the zone that it is
 * in
 */
export const feedEnd = (isEmpty: boolean) => file([...(isEmpty ? UTC_ZONE : []), 'END:VCALENDAR'])

const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const head = (language: string) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//Enamel//Appointments//${language.toUpperCase()}`,
]

/** @param stamp DTSTAMP */
const facts = (
  entry: Pick<CalendarEntry, 'id' | 'version' | 'startsAt' | 'endsAt' | 'summary' | 'location'>,
  stamp: Date,
) => [
  `UID:${entry.id}`,
  `SEQUENCE:${Math.max(0, entry.version - 1)}`,
  `DTSTAMP:${utc(stamp)}`,
  `DTSTART:${utc(entry.startsAt)}`,
  `DTEND:${utc(entry.endsAt)}`,
  `SUMMARY:${text(entry.summary)}`,
  `LOCATION:${text(entry.location)}`,
]

const file = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

const two = (part: number) => String(part).padStart(2, '0')

/** Built from its parts, which takes less than half the time of rewriting its ISO form; a feed has thousands. */
function utc(at: Date): string {
  const date = `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
  return `${date}T${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}Z`
}

const LINE_BREAK = /\r\n?|\n/g

/** RFC 5545, section 3.3.11. */
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(LINE_BREAK, '\\n')

/** A quoted parameter has no backslash escapes: RFC 6868 uses a caret. */
const parameter = (value: string) =>
  value.replaceAll('^', '^^').replaceAll('"', "^'").replace(LINE_BREAK, '^n')

const MAX_OCTETS = 74
const ASCII = /^[ -~]*$/

/** At most 75 octets a line, continued with a space (RFC 5545, section 3.1). */
function folded(line: string): string {
  // The common case, for tens of thousands of lines of a feed: an octet a letter.
  if (line.length <= MAX_OCTETS && ASCII.test(line)) return line
  let result = ''
  let octets = 0
  for (const letter of line) {
    const size = octetsOf(letter)
    if (octets + size > MAX_OCTETS) {
      result += '\r\n '
      octets = 1
    }
    result += letter
    octets += size
  }
  return result
}

function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}
