import type { CancellationJob, MailOutcome } from '../jobs/start.ts'
import { cancelledSmsText } from '../sms/appointment.ts'
import { appointmentMailJob, type MailJobParts } from './appointment-mail-job.ts'
import { cancellationMail } from './cancellation.ts'

/** @param parts.origin origin of the page, without a trailing slash */
export function cancellationJob({
  origin,
  ...parts
}: MailJobParts & { origin: () => string }): (job: CancellationJob) => Promise<MailOutcome> {
  return appointmentMailJob(parts, {
    name: 'note of a cancelled appointment',
    isFor: (status) => status === 'cancelled',
    waitsForSms: true,
    compose: ({ cancelReason, ...facts }, now) =>
      cancellationMail({ ...facts, reason: cancelReason, bookingPage: `${origin()}/book-appointment` }, now),
    smsText: ({ cancelReason, ...facts }) => cancelledSmsText(facts, cancelReason),
  })
}
