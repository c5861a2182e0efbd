import type { LiveEvent } from '../../../contract/events.ts'
import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  type Retry,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { bookedSmsText } from '../sms/appointment.ts'

export type ConfirmationData = { appointmentId: string }

/** Confirmations of online bookings. */
export const CONFIRMATION: JobKind<ConfirmationData> = {
  queue: { name: 'confirmation-mail', urgency: 'change', isSignOfBooking: true },
  retry: TWO_DAYS_RETRY,
  name: 'confirmation',
  advice: 'tell the patient another way',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** SQL that queues confirmations (`jobsFrom`). The job has only the appointment's id. */
export function confirmationJobsFrom(source: string, retry?: Retry): string {
  return jobsFrom(source, CONFIRMATION, `jsonb_build_object('appointmentId', id::text)`, { retry })
}

/**
 * Sends a confirmation to the contact on record, unless the appointment was cancelled. Also announces the
 * booking again, in case its process ended too early: but not on retries hours later, nor after a change,
 * which was announced.
 */
export function confirmationJob({
  announce,
  ...parts
}: SendParts & { announce(event: LiveEvent): void }): (job: Job<ConfirmationData>) => Promise<JobOutcome> {
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: CONFIRMATION.name,
      kind: 'booked',
      // A patient who knows of a change already needs no confirmation.
      isFor: ({ status, told }) => status !== 'cancelled' && told === null,
      isTold: true,
      hasLink: whileItCanChange(parts.clinic.booking),
      compose: { mail: confirmationMail, sms: bookedSmsText },
      onRead({ id, location, version }) {
        if (attempt === 1 && version === 1) {
          announce({ type: 'appointment', change: 'booked', id, location, version })
        }
      },
    })
}
