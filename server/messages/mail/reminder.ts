import { type AppointmentFacts, announced, appointmentMail, sayWithDesk } from './appointment-mail.ts'
import { sentence } from './html.ts'
import type { Mail } from './transport.ts'

/** The mail that reminds of an appointment. Without a calendar entry: the confirmation brought it already. */
export function reminderMail(
  { unsubscribe, ...facts }: AppointmentFacts & { unsubscribe?: string | undefined },
  now: Date,
): Mail {
  const { visitLink } = facts
  return appointmentMail(
    facts,
    {
      ...announced(facts, 'reminder'),
      passages: visitLink === undefined ? [sentence(sayWithDesk(facts, 'reminder.call'))] : [],
      unsubscribe,
    },
    now,
  )
}
