import type { SendParts } from '../../messages/send/send.ts'
import type { MailOutcome, OfferJob } from '../../platform/queue/start.ts'
import { offerJob } from './offer-job.ts'
import { recallJob } from './recall-job.ts'

/** What the waiting list sends: offers of times that became free, and invitations to come again. */
export function waitingListJob(parts: SendParts): (job: OfferJob) => Promise<MailOutcome> {
  const [offer, recall] = [offerJob(parts), recallJob(parts)]
  return (job) => (job.kind === 'offer' ? offer(job) : recall(job))
}
