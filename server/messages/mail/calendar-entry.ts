import {
  type CalendarEntry as CalendarFacts,
  type CalendarMethod,
  calendarFile,
} from '../../../contract/calendar-file.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'

/** The mail must repeat the file's method beside it (RFC 6047, section 2.4). */
export type CalendarFile = { method: CalendarMethod; text: string }

/** A mail's entry always has an organizer and an attendee. */
export type CalendarEntry = Required<Omit<CalendarFacts, 'summary' | 'language'>>

/**
 * A mail's calendar file. Programs that ignore METHOD would add a cancelled appointment as new, so its
 * summary says that it is cancelled.
 * @param now when the file is made (DTSTAMP)
 */
export function calendarEntry(entry: CalendarEntry, texts: Texts, now: Date): CalendarFile {
  const { method, location, organizer, attendee } = entry
  const text = calendarFile(
    {
      ...entry,
      summary: texts.say(method === 'CANCEL' ? 'calendar.cancelledTitle' : 'calendar.title'),
      location: oneLine(location),
      organizer: { ...organizer, name: oneLine(organizer.name) },
      attendee: oneLine(attendee),
      language: texts.language,
    },
    now,
  )
  return { method, text }
}
