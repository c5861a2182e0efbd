import {
  type AppointmentFacts,
  appointmentMail,
  type Passage,
  sentence,
  wayToTheDesk,
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
  const { clinic, appointment, reason, bookingPage } = facts
  const clinicName = oneLine(clinic.name)
  const again = 'To book another time, open this page:'
  const question = `If you have a question, ${wayToTheDesk(facts)}, and give the reference ${oneLine(appointment.reference)}.`
  return appointmentMail(
    facts,
    {
      subject: `Cancelled: your appointment on ${spokenTimeInSubject(appointment.startsAt, clinic.timeZone)}, ${clinicName}`,
      news: `your appointment at ${clinicName} has been cancelled. There is nothing you need to do.`,
      passages: [
        ...(reason === null ? [] : [fromTheClinic(oneLine(reason))]),
        { text: `${again}\n\n${bookingPage}`, html: `${paragraph(again)}\n${address(bookingPage)}` },
        sentence(question),
      ],
      // Calendars are shared: the reason is in the mail alone.
      calendar: { method: 'CANCEL', note: 'This appointment has been cancelled.' },
    },
    now,
  )
}

const fromTheClinic = (reason: string): Passage => ({
  text: `The clinic says: ${reason}`,
  html: `<p>The clinic says: ${bdi(reason)}</p>`,
})
