import {
  type AppointmentFacts,
  type AppointmentMail,
  announced,
  appointmentMail,
  sayWithDesk,
} from './appointment-mail.ts'
import { sentence } from './html.ts'

/**
 * The mail about a booked appointment. It says 'booked', not 'confirmed', since staff confirm later
 * (docs/decisions/004).
 * @param now time of writing
 */
export function confirmationMail(facts: AppointmentFacts, now: Date): AppointmentMail {
  const change = sayWithDesk(facts, 'confirmation.change')
  return appointmentMail(
    facts,
    {
      ...announced(facts, 'confirmation'),
      namesAssigned: true,
      passages: [sentence(change)],
      calendar: { method: 'REQUEST', note: change },
    },
    now,
  )
}
