import { spokenTime } from '../../platform/text/spoken-time.ts'
import {
  type AppointmentFacts,
  type AppointmentMail,
  announced,
  appointmentMail,
  placeOf,
  sayWithDesk,
} from './appointment-mail.ts'
import { sentence } from './html.ts'

/** Time and place as the patient believes. */
export type Before = { startsAt: Date; location: string }

/**
 * The mail about a moved appointment, with its old time and its new one. Its calendar entry is the confirmation's with a
 * higher sequence, so that calendars move it too.
 * @param now time of writing
 */
export function movedMail(facts: AppointmentFacts, before: Before, now: Date): AppointmentMail {
  const { clinic, appointment, texts } = facts
  const was = spokenTime(before.startsAt, clinic.timeZone, texts)
  const wasAt = placeOf({ ...facts, appointment: { ...appointment, location: before.location } })
  const change = sayWithDesk(facts, 'confirmation.change')
  return appointmentMail(
    facts,
    {
      ...announced(facts, 'moved'),
      before: before.location === appointment.location ? was : `${was}, ${wasAt}`,
      namesAssigned: true,
      passages: [sentence(change)],
      calendar: { method: 'REQUEST', note: change },
    },
    now,
  )
}
