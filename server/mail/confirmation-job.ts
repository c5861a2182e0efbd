import type { ConfirmationJob, MailOutcome } from '../jobs/start.ts'
import { appointmentMailJob, type MailJobParts } from './appointment-mail-job.ts'
import { confirmationMail } from './confirmation.ts'

/** What a confirmation job does. An appointment that was cancelled in the meantime gets none. */
export function confirmationJob(parts: MailJobParts): (job: ConfirmationJob) => Promise<MailOutcome> {
  return appointmentMailJob(parts, {
    name: 'confirmation',
    isFor: (status) => status !== 'cancelled',
    compose: confirmationMail,
  })
}
