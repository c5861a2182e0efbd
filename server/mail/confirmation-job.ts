import type { LiveEvent } from '../../contract/events.ts'
import type { ConfirmationJob, MailOutcome } from '../jobs/start.ts'
import { bookedSmsText } from '../sms/appointment.ts'
import { appointmentMailJob, type MailJobParts } from './appointment-mail-job.ts'
import { confirmationMail } from './confirmation.ts'

/**
 * Sends a confirmation to the contact on record, unless the appointment was cancelled. Also announces the
 * booking again, in case its process ended too early: but not on retries hours later, nor after a change,
 * which was announced.
 */
export function confirmationJob({
  announce,
  ...parts
}: MailJobParts & { announce(event: LiveEvent): void }): (job: ConfirmationJob) => Promise<MailOutcome> {
  return appointmentMailJob<ConfirmationJob>(parts, {
    name: 'confirmation',
    // Whoever has heard of a change already needs no confirmation.
    isFor: ({ status, told }) => status !== 'cancelled' && told === null,
    isTold: true,
    compose: confirmationMail,
    smsText: bookedSmsText,
    onRead({ id, location, version }, { attempt }) {
      if (attempt === 1 && version === 1) {
        announce({ type: 'appointment', change: 'booked', id, location, version })
      }
    },
  })
}
