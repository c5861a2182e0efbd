import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'
import {
  type AppointmentFacts,
  type AppointmentMail,
  announced,
  appointmentMail,
  sayWithDesk,
} from './appointment-mail.ts'
import { bdi, type Passage, sentence } from './html.ts'

export type CancellationFacts = AppointmentFacts & {
  /** Staff's message to the patient; null: none. */
  reason: string | null
  /** Address of the page for booking again. */
  bookingPage: string
}

/**
 * The mail about a cancelled appointment, whose calendar entry removes the confirmation's. It does not say
 * who cancelled: the patient may have asked for it.
 * @param now time of writing
 */
export function cancellationMail(facts: CancellationFacts, now: Date): AppointmentMail {
  const { reason, bookingPage, texts } = facts
  return appointmentMail(
    facts,
    {
      ...announced(facts, 'cancellation'),
      kind: 'gone',
      ask: texts.say('cancellation.again'),
      buttons: [{ label: texts.say('look.bookAgain'), href: bookingPage }],
      said: reason === null ? [] : [fromTheClinic(oneLine(reason), texts)],
      passages: [sentence(sayWithDesk(facts, 'cancellation.question'))],
      // Calendars are shared, so only the mail has the reason.
      calendar: { method: 'CANCEL', note: texts.say('calendar.cancelled') },
    },
    now,
  )
}

const fromTheClinic = (reason: string, { say, sayHtml }: Texts): Passage => ({
  text: say('cancellation.reason', { reason }),
  html: sayHtml('cancellation.reason', { reason: bdi(reason) }),
})
