import type { LiveEvent } from '../../contract/events.ts'
import type { ConfirmationJob, MailOutcome } from '../jobs/start.ts'
import { bookedSmsText } from '../sms/appointment.ts'
import { appointmentMailJob, type MailJobParts } from './appointment-mail-job.ts'
import { confirmationMail } from './confirmation.ts'

/**
 * What a confirmation job does: it goes to the contact on record. An appointment that was cancelled in the meantime
 * gets none. The booking is announced once more, in case that the process which stored it ended before it could: but not
 * when a mail is tried again hours later, nor once someone has changed the appointment, which was announced.
 */
export function confirmationJob({
  announce,
  ...parts
}: MailJobParts & { announce(event: LiveEvent): void }): (job: ConfirmationJob) => Promise<MailOutcome> {
  return appointmentMailJob<ConfirmationJob>(parts, {
    name: 'confirmation',
    isFor: (status) => status !== 'cancelled',
    compose: confirmationMail,
    smsText: bookedSmsText,
    onRead({ id, location, version }, { attempt }) {
      if (attempt === 1 && version === 1) {
        announce({ type: 'appointment', change: 'booked', id, location, version })
      }
    },
  })
}
