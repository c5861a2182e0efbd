import type { MessageFacts } from '../send/send.ts'
import { announced, appointmentMail, sayWithDesk } from './appointment-mail.ts'
import { sentence } from './html.ts'
import type { Mail } from './transport.ts'

/** The mail that reminds of a visit. Without a calendar entry: that of the confirmation stands already. */
export function reminderMail(facts: MessageFacts, now: Date): Mail {
  const { unsubscribe, visitLink } = facts
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
