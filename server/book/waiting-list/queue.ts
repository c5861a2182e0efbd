import { DAY_RETRY, type JobKind, jobsFrom, type Queue } from '../../platform/queue/job.ts'

/** Offers of free slots to those who wait for one, and invitations to come again. */
export const WAITING_LIST_QUEUE: Queue = { name: 'waiting-offer' }

/** The offer has the patient. */
export type OfferData = { kind: 'offer'; offerId: string }
/** The last appointment before the recall. */
export type RecallData = { kind: 'recall'; appointmentId: string }

export const OFFER: JobKind<OfferData> = {
  queue: WAITING_LIST_QUEUE,
  kind: 'offer',
  // Half an hour: then the offer is over.
  retry: { limit: 20, delaySeconds: 5, delayMaxSeconds: 120 },
  name: 'offer of a free time',
  advice: 'others are offered it',
  ids: ({ offerId }) => ({ offer: offerId }),
}

export const RECALL: JobKind<RecallData> = {
  queue: WAITING_LIST_QUEUE,
  kind: 'recall',
  retry: DAY_RETRY,
  name: 'invitation to come again',
  advice: 'tell the patient another way',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** SQL that queues offers (`jobsFrom`): the job has the offer's id. */
export function offerJobsFrom(source: string): string {
  return jobsFrom(source, OFFER, `jsonb_build_object('kind', 'offer', 'offerId', id::text)`)
}

/** SQL that queues recalls: the job has the id of the last appointment. */
export function recallJobsFrom(source: string): string {
  return jobsFrom(source, RECALL, `jsonb_build_object('kind', 'recall', 'appointmentId', id::text)`)
}
