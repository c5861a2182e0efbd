import type { CancellationJob, MailOutcome } from '../../platform/queue/start.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import { cancellationMail } from '../mail/cancellation.ts'
import { type SendParts, sendAbout } from '../send/send.ts'
import type { Told } from '../send/visit-facts.ts'
import { cancelledSmsText } from '../sms/appointment.ts'

/** Tells a patient that their visit is cancelled, by the time and place that they know. */
export function cancellationJob(parts: SendParts): (job: CancellationJob) => Promise<MailOutcome> {
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'note of a cancelled appointment',
      kind: 'cancelled',
      // Who was not told yet of what the desk booked has nothing to forget.
      isFor: ({ status, told, reachable, channel }) =>
        status === 'cancelled' && reachable && (told !== null || channel === 'web'),
      waitsForSms: true,
      compose: {
        mail: ({ cancelReason, ...facts }, now) =>
          cancellationMail(
            { ...asTold(facts), reason: cancelReason, bookingPage: `${parts.origin()}/book-appointment` },
            now,
          ),
        sms: ({ cancelReason, ...facts }) => cancelledSmsText(asTold(facts), cancelReason),
      },
    })
}

/** By the time and place that the patient knows, which a move just before may have changed. */
function asTold<Facts extends AppointmentFacts & { told: Told | null }>(facts: Facts): Facts {
  if (facts.told === null) return facts
  const { startsAt, endsAt, location } = facts.told
  return { ...facts, appointment: { ...facts.appointment, startsAt, endsAt, location } }
}
