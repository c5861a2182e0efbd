import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator'
import type { Texts } from '../texts/texts.ts'
import { oneLine } from './text.ts'

/** PUBLISH puts the entry into a calendar, CANCEL takes it out. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/** An iCalendar file, and what it asks for: the mail has to say so beside it (RFC 6047, section 2.4). */
export type CalendarFile = { method: CalendarMethod; text: string }

export type CalendarEntry = {
  method: CalendarMethod
  /** The reference, as in the file that the page gives: a program that knows the entry updates it instead of adding another. */
  id: string
  /** Version of the appointment, from 1; the higher one wins. */
  version: number
  startsAt: Date
  endsAt: Date
  location: string
  description: string
  /** Who publishes the entry: name and mail address of the clinic. */
  organizer: { name: string; address: string }
}

/**
 * An appointment as an iCalendar file (RFC 5545) with lines ended by CRLF and folded at 75 octets.
 *
 * METHOD is PUBLISH, not REQUEST: the entry is for keeping. A REQUEST would need the patient as an attendee, and
 * programs would answer it with 'accepted' mails that nobody at the clinic reads. PUBLISH asks for an organizer
 * and no attendee (RFC 5546, section 3.2.1). Times are in UTC: one event that does not recur needs no VTIMEZONE,
 * and every program understands it. Calendars are shared with families and employers, so there is nothing
 * medical in it and its class is PRIVATE: others see that the time is taken.
 *
 * CANCEL names the same entry with a higher sequence (RFC 5546, section 4.1.3: of a published event, too, without an
 * attendee). A program that knows no METHOD and adds it as a new entry shows by its summary what it is.
 * @param texts of the patient's language
 * @param now when the file is made (DTSTAMP)
 */
export function calendarEntry(entry: CalendarEntry, texts: Texts, now: Date): CalendarFile {
  const isCancelled = entry.method === 'CANCEL'
  const calendar = ical({
    prodId: { company: 'Enamel', product: 'Appointments', language: texts.language.toUpperCase() },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: entry.id,
    sequence: Math.max(0, entry.version - 1),
    stamp: now,
    start: entry.startsAt,
    end: entry.endsAt,
    summary: texts.say(isCancelled ? 'calendar.cancelledTitle' : 'calendar.title'),
    location: oneLine(entry.location),
    description: entry.description,
    organizer: { name: oneLine(entry.organizer.name), email: entry.organizer.address },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  })
  const text = calendar.toString()
  return { method: entry.method, text: text.endsWith('\r\n') ? text : `${text}\r\n` }
}
