export { reasonOf } from '../process/failure.ts'
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
export { createPace } from './pace.ts'
export { prepareJobs } from './prepare.ts'
export { NOT_CONFIRMED_WITHIN_MS, TELL_AFTER_MS, type VisitNote } from './queues.ts'
export { retryNow } from './retry-now.ts'
export { type Jobs, startJobs } from './start.ts'
