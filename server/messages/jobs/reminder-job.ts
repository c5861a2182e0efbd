import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import { reminderMail } from '../mail/reminder.ts'
import { unsubscribeLinks } from '../opt-outs/unsubscribe-link.ts'
import type { Channel } from '../send/repository.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { reminderSmsText } from '../sms/appointment.ts'

/** `startsAt`: the time that it is about; `by`: the channels in order, the first that the patient has takes it. */
export type ReminderData = {
  kind: 'reminder'
  appointmentId: string
  step: string
  by: Channel[]
  startsAt: string
}

/** Reminders of appointments, one job each, which the sweep of server/messages/reminders/ makes. */
export const REMINDER: JobKind<ReminderData> = {
  queue: { name: 'visit-reminder', urgency: 'reminder' },
  kind: 'reminder',
  // The worker drops it once it is of no use.
  retry: TWO_DAYS_RETRY,
  name: 'reminder',
  advice: 'call the patient',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** SQL that queues reminders (`jobsFrom`). @param source with the columns `id`, the message's, which is the job's too, and `data` */
export function reminderJobsFrom(source: string): string {
  return jobsFrom(source, REMINDER, 'data', { hasId: true })
}

/**
 * Sends a reminder of a future appointment, unless it was cancelled, moved or begun meanwhile. Its text offers the own
 * link as long as the appointment can be changed by it, and the phone after that. A reminder for SMS alone goes by mail
 * where the clinic sends no SMS.
 */
export function reminderJob(parts: SendParts): (job: Job<ReminderData>) => Promise<JobOutcome> {
  const links = unsubscribeLinks(parts.pool)
  return ({ id, appointmentId, attempt, step, by, startsAt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: REMINDER.name,
      kind: 'reminder',
      step,
      by: parts.sms.way === 'none' ? withMail(by, step) : by,
      isFor: (facts) =>
        facts.status !== 'cancelled' &&
        facts.reachable &&
        !facts.isWaiting &&
        facts.channel !== 'walk_in' &&
        facts.visit === null &&
        facts.appointment.startsAt.getTime() === new Date(startsAt).getTime(),
      compose: { mail: reminderMail, sms: reminderSmsText },
      hasLink: whileItCanChange(parts.clinic.booking),
      unsubscribeAt: (reader) => links.addressFor(parts.origin(), reader),
      isOptional: true,
      waitsForSms: true,
    })
}

/** Adds mail: of a rule that uses all channels, whose steps name theirs, mail has a reminder of its own. */
const withMail = (by: readonly Channel[], step: string): readonly Channel[] =>
  step.includes(' ') || by.includes('email') ? by : [...by, 'email']
