export {
  accountMailJobsFrom,
  cancellationJobsFrom,
  confirmationJobsFrom,
  oneTimeCodeJobsFrom,
} from './enqueue.ts'
export { housekeeping } from './housekeeping.ts'
export { prepareJobs } from './prepare.ts'
export { earlierClock, retire } from './retention.ts'
export { type Jobs, startJobs } from './start.ts'
export { noteRun } from './steady-clock-run.ts'
