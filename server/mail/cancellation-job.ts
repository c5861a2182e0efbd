import type { CancellationJob, MailOutcome } from '../jobs/start.ts'
import { cancelledSmsText } from '../sms/appointment.ts'
import { appointmentMailJob, type MailJobParts } from './appointment-mail-job.ts'
import { cancellationMail } from './cancellation.ts'

/**
 * What a job for a cancelled appointment does.
 * @param parts.origin where people open the page, without a slash at the end
 */
export function cancellationJob({
  origin,
  ...parts
}: MailJobParts & { origin: () => string }): (job: CancellationJob) => Promise<MailOutcome> {
  return appointmentMailJob(parts, {
    name: 'note of a cancelled appointment',
    isFor: (status) => status === 'cancelled',
    compose: ({ cancelReason, ...facts }, now) =>
      cancellationMail({ ...facts, reason: cancelReason, bookingPage: `${origin()}/book-appointment` }, now),
    smsText: ({ cancelReason, ...facts }) => cancelledSmsText(facts, cancelReason),
  })
}
