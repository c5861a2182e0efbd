import { type JobKind, jobsFrom, type Retry } from '../../platform/queue/job.ts'

/** The request for a code; only the worker looks up whether it matches a patient. */
export type OneTimeCodeData = { challengeId: string }

export const ONE_TIME_CODE: JobKind<OneTimeCodeData> = {
  // Codes are urgent: a second batch needn't wait for one that hangs at a slow gateway.
  queue: { name: 'one-time-code', batches: 2 },
  // The lifetime of a code, three minutes; then the worker drops the job.
  retry: { limit: 30, delaySeconds: 2, delayMaxSeconds: 15 },
  name: 'one-time code',
  advice: 'another can be asked for',
  ids: ({ challengeId }) => ({ challenge: challengeId }),
}

/** SQL that queues one-time codes (`jobsFrom`), also where no patient matches. */
export function oneTimeCodeJobsFrom(source: string, retry?: Retry): string {
  return jobsFrom(source, ONE_TIME_CODE, `jsonb_build_object('challengeId', id::text)`, { retry })
}
