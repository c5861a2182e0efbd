export {
  accountMailJobsFrom,
  cancellationJobsFrom,
  confirmationJobsFrom,
  oneTimeCodeJobsFrom,
  replySmsJob,
} from './enqueue.ts'
export { housekeeping } from './housekeeping.ts'
export { prepareJobs } from './prepare.ts'
export { NOT_CONFIRMED_WITHIN_MS, TELL_AFTER_MS } from './queues.ts'
export { earlierClock, retireOnSteadyClock } from './retention.ts'
export { type Jobs, startJobs } from './start.ts'
