import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  type Retry,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import { cancellationMail } from '../mail/cancellation.ts'
import { type SendParts, sendAbout } from '../send/send.ts'
import type { NotifiedVisit } from '../send/visit-facts.ts'
import { cancelledSmsText } from '../sms/appointment.ts'

export type CancellationData = { kind: 'cancellation'; appointmentId: string }

export const CANCELLATION: JobKind<CancellationData> = {
  queue: { name: 'cancellation-mail', urgency: 'change' },
  kind: 'cancellation',
  // Without the mail a patient would come for nothing.
  retry: TWO_DAYS_RETRY,
  name: 'note of a cancelled appointment',
  advice: 'call the patient',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** SQL that queues mails about cancelled appointments (`jobsFrom`). @param due constant SQL: when they are to be sent */
export function cancellationJobsFrom(
  source: string,
  { retry, due }: { retry?: Retry; due?: string } = {},
): string {
  const data = `jsonb_build_object('kind', 'cancellation', 'appointmentId', id::text)`
  return jobsFrom(source, CANCELLATION, data, { retry, due })
}

/** Notifies a patient that their appointment is cancelled, by the time and place that they know. */
export function cancellationJob(parts: SendParts): (job: Job<CancellationData>) => Promise<JobOutcome> {
  return ({ id, appointmentId, attempt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: CANCELLATION.name,
      kind: 'cancelled',
      // A patient who was never told of the desk's booking needs no cancellation.
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

/** Replaces time and place by those that the patient knows, which a move just before may have changed. */
function asTold<Facts extends AppointmentFacts & { told: NotifiedVisit | null }>(facts: Facts): Facts {
  if (facts.told === null) return facts
  const { startsAt, endsAt, location } = facts.told
  return { ...facts, appointment: { ...facts.appointment, startsAt, endsAt, location } }
}
