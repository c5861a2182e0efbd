import { type AppointmentFacts, appointmentMail, sentence, wayToTheDesk } from './appointment-mail.ts'
import { spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

/**
 * The mail that tells a patient of a booked appointment.
 * It says 'booked', not 'confirmed', since staff confirm later (specification, section 9: `isOpen`).
 * @param now when it is written
 */
export function confirmationMail(facts: AppointmentFacts, now: Date): Required<Mail> {
  const { clinic, appointment } = facts
  const clinicName = oneLine(clinic.name)
  const change = `To change or cancel it, ${wayToTheDesk(facts)}, and give the reference ${oneLine(appointment.reference)}.`
  return appointmentMail(
    facts,
    {
      subject: `Your appointment on ${spokenTimeInSubject(appointment.startsAt, clinic.timeZone)}, ${clinicName}`,
      news: `your appointment at ${clinicName} is booked.`,
      passages: [sentence(change)],
      calendar: { method: 'PUBLISH', note: change },
    },
    now,
  )
}
