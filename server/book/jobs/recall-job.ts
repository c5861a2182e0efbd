import { unsubscribeLinks } from '../../messages/opt-outs/unsubscribe-link.ts'
import { type SendParts, sendAbout } from '../../messages/send/send.ts'
import type { RecallData } from '../../platform/queue/queues.ts'
import type { MailOutcome } from '../../platform/queue/start.ts'
import { recallMail, recallSmsText } from '../waiting-list/offer-words.ts'

/** Invites a patient to come again, with the page to book at. */
export function recallJob(
  parts: SendParts,
): (job: RecallData & { id: string; attempt: number }) => Promise<MailOutcome> {
  const links = unsubscribeLinks(parts.pool)
  const bookingPage = () => `${parts.origin()}/book-appointment`
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'invitation to come again',
      kind: 'recall',
      isFor: ({ status, reachable }) => status !== 'cancelled' && reachable,
      compose: {
        mail: (facts) => recallMail({ ...facts, bookingPage: bookingPage() }),
        sms: (facts) => recallSmsText({ ...facts, bookingPage: bookingPage() }),
      },
      unsubscribeAt: (reader) => links.addressFor(parts.origin(), reader),
      isOptional: true,
      isAfterwards: true,
    })
}
