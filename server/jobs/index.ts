export {
  accountMailJobsFrom,
  cancellationJobsFrom,
  confirmationJobsFrom,
  oneTimeCodeJobsFrom,
} from './enqueue.ts'
export { housekeeping } from './housekeeping.ts'
export { prepareJobs } from './prepare.ts'
export { startJobs } from './start.ts'
