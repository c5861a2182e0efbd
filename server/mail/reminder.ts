import type { MessageFacts } from '../messages/send.ts'
import { appointmentMail, sayWithDesk } from './appointment-mail.ts'
import { sentence } from './html.ts'
import { spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

/** The mail that reminds of a visit. Without a calendar entry: that of the confirmation stands already. */
export function reminderMail(facts: MessageFacts, now: Date): Mail {
  const { clinic, appointment, unsubscribe, visitLink, texts } = facts
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts)
  return appointmentMail(
    facts,
    {
      subject: texts.say('reminder.subject', { when, clinic: clinicName }),
      lead: texts.say('reminder.lead', { clinic: clinicName }),
      passages: visitLink === undefined ? [sentence(sayWithDesk(facts, 'reminder.call'))] : [],
      unsubscribe,
    },
    now,
  )
}
