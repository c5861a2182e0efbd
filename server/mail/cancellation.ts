import type { Texts } from '../texts/texts.ts'
import {
  type AppointmentFacts,
  appointmentMail,
  type Passage,
  sayWithDesk,
  sentence,
} from './appointment-mail.ts'
import { address, bdi, paragraph } from './page.ts'
import { spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

export type CancellationFacts = AppointmentFacts & {
  /** What the clinic wants the patient to know, as staff typed it; null: nothing. */
  reason: string | null
  /** Address of the page where another time can be booked. */
  bookingPage: string
}

/**
 * The mail that tells a patient of a cancelled appointment, so that nobody comes for nothing. Its calendar entry takes
 * the one of the confirmation back. It does not say by whom: the patient may have asked for it.
 * @param now when it is written
 */
export function cancellationMail(facts: CancellationFacts, now: Date): Required<Mail> {
  const { clinic, appointment, reason, bookingPage, texts } = facts
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts)
  const again = texts.say('cancellation.again')
  return appointmentMail(
    facts,
    {
      subject: texts.say('cancellation.subject', { when, clinic: clinicName }),
      lead: texts.say('cancellation.lead', { clinic: clinicName }),
      passages: [
        ...(reason === null ? [] : [fromTheClinic(oneLine(reason), texts)]),
        { text: `${again}\n\n${bookingPage}`, html: `${paragraph(again)}\n${address(bookingPage)}` },
        sentence(sayWithDesk(facts, 'cancellation.question')),
      ],
      // Calendars are shared: the reason is in the mail alone.
      calendar: { method: 'CANCEL', note: texts.say('calendar.cancelled') },
    },
    now,
  )
}

const fromTheClinic = (reason: string, { say, sayHtml }: Texts): Passage => ({
  text: say('cancellation.reason', { reason }),
  html: `<p>${sayHtml('cancellation.reason', { reason: bdi(reason) })}</p>`,
})
