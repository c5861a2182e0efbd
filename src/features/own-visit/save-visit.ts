import { calendarFile } from '../../../contract/calendar-file.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { clinicName } from '../../build.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Saves the same entry as in the mail: calendars know it by its reference, and take the later version. */
export function saveVisit(
  { reference, version, place, appointment_date, end }: OwnVisit,
  words: { summary: string; description: string; language: string },
): void {
  const text = calendarFile(
    {
      method: 'PUBLISH',
      id: reference,
      version,
      startsAt: new Date(appointment_date),
      endsAt: new Date(end),
      location: [clinicName, place.name, place.address].filter(Boolean).join(', '),
      ...words,
    },
    new Date(),
  )
  saveFile(`appointment-${reference}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }))
}
