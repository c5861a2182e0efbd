import { unsubscribeLinks } from '../../messages/opt-outs/unsubscribe-link.ts'
import { type SendParts, sendAbout } from '../../messages/send/send.ts'
import type { Job, JobOutcome } from '../../platform/queue/job.ts'
import { recallMail, recallSmsText } from '../waiting-list/offer-words.ts'
import { RECALL, type RecallData } from '../waiting-list/queue.ts'

/** Invites a patient to come again, with the page to book at. */
export function recallJob(parts: SendParts): (job: Job<RecallData>) => Promise<JobOutcome> {
  const links = unsubscribeLinks(parts.pool)
  const bookingPage = () => `${parts.origin()}/book-appointment`
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: RECALL.name,
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
