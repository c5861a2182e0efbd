import {
  type CalendarEntry as CalendarFacts,
  type CalendarMethod,
  calendarFile,
} from '../../contract/calendar-file.ts'
import type { Texts } from '../texts/texts.ts'
import { oneLine } from './text.ts'

/** An iCalendar file, and what it asks for: the mail has to say so beside it (RFC 6047, section 2.4). */
export type CalendarFile = { method: CalendarMethod; text: string }

/** What a mail's calendar entry says; a mail always knows who sends it. */
export type CalendarEntry = Required<Omit<CalendarFacts, 'summary' | 'language'>>

/**
 * An appointment as the calendar file of a mail. A program that knows no METHOD, and adds a cancelled one as a new
 * entry, shows by its summary what it is.
 * @param texts of the patient's language
 * @param now when the file is made (DTSTAMP)
 */
export function calendarEntry(entry: CalendarEntry, texts: Texts, now: Date): CalendarFile {
  const { method, location, organizer } = entry
  const text = calendarFile(
    {
      ...entry,
      summary: texts.say(method === 'CANCEL' ? 'calendar.cancelledTitle' : 'calendar.title'),
      location: oneLine(location),
      organizer: { ...organizer, name: oneLine(organizer.name) },
      language: texts.language,
    },
    now,
  )
  return { method, text }
}
