import {
  type AppointmentFacts,
  type AppointmentMail,
  appointmentMail,
  sayWithDesk,
} from './appointment-mail.ts'
import { sentence } from './html.ts'
import { spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'

/**
 * The mail about a booked appointment. It says 'booked', not 'confirmed', since staff confirm later (design,
 * section 7: `isOpen`).
 * @param now time of writing
 */
export function confirmationMail(facts: AppointmentFacts, now: Date): AppointmentMail {
  const { clinic, appointment, texts } = facts
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts)
  const change = sayWithDesk(facts, 'confirmation.change')
  return appointmentMail(
    facts,
    {
      subject: texts.say('confirmation.subject', { when, clinic: clinicName }),
      lead: texts.say('confirmation.lead', { clinic: clinicName }),
      namesAssigned: true,
      passages: [sentence(change)],
      calendar: { method: 'REQUEST', note: change },
    },
    now,
  )
}
