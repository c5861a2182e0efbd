export {
  accountMailJobsFrom,
  cancellationJobsFrom,
  confirmationJobsFrom,
  offerJobsFrom,
  oneTimeCodeJobsFrom,
  recallJobsFrom,
  replySmsJob,
  seriesJobParts,
  visitNoteJobsFrom,
} from './enqueue.ts'
export { reasonOf } from './failure.ts'
export { housekeeping } from './housekeeping.ts'
export { createPace } from './pace.ts'
export { prepareJobs } from './prepare.ts'
export { NOT_CONFIRMED_WITHIN_MS, TELL_AFTER_MS, type VisitNote } from './queues.ts'
export { earlierClock, retireOnSteadyClock } from './retention.ts'
export { retryNow } from './retry-now.ts'
export { type Jobs, startJobs } from './start.ts'
