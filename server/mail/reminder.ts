import type { MessageFacts } from '../messages/send.ts'
import { appointmentMail, sayWithDesk, sentence } from './appointment-mail.ts'
import { address, paragraph } from './page.ts'
import { spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

/** The mail that reminds of a visit. Without a calendar entry: that of the confirmation stands already. */
export function reminderMail(facts: MessageFacts, now: Date): Mail {
  const { clinic, appointment, link, texts } = facts
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts)
  const online = texts.say('reminder.online')
  const { calendar: _, ...mail } = appointmentMail(
    facts,
    {
      subject: texts.say('reminder.subject', { when, clinic: clinicName }),
      lead: texts.say('reminder.lead', { clinic: clinicName }),
      passages:
        link === null
          ? [sentence(sayWithDesk(facts, 'reminder.call'))]
          : [{ text: `${online}\n\n${link}`, html: `${paragraph(online)}\n${address(link)}` }],
      calendar: { method: 'PUBLISH', note: '' },
    },
    now,
  )
  return mail
}
