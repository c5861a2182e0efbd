import type { LiveEvent } from '../../../contract/events.ts'
import type { ConfirmationJob, MailOutcome } from '../../platform/queue/start.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { bookedSmsText } from '../sms/appointment.ts'

/**
 * Sends a confirmation to the contact on record, unless the appointment was cancelled. Also announces the
 * booking again, in case its process ended too early: but not on retries hours later, nor after a change,
 * which was announced.
 */
export function confirmationJob({
  announce,
  ...parts
}: SendParts & { announce(event: LiveEvent): void }): (job: ConfirmationJob) => Promise<MailOutcome> {
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'confirmation',
      kind: 'booked',
      // Whoever has heard of a change already needs no confirmation.
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
