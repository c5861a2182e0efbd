import { changeUntil } from '../../domain/own-visit.ts'
import type { MailOutcome, ReminderJob } from '../jobs/start.ts'
import { reminderMail } from '../mail/reminder.ts'
import { reminderSmsText } from '../sms/appointment.ts'
import { type SendParts, sendAbout } from './send.ts'
import { unsubscribeLinks } from './unsubscribe-link.ts'

/**
 * Sends a reminder of a visit to come, unless it was cancelled, moved or begun meanwhile. Its words offer the own link as
 * long as the visit can be changed by it, and the phone after that.
 */
export function reminderJob(parts: SendParts): (job: ReminderJob) => Promise<MailOutcome> {
  const links = unsubscribeLinks(parts.pool)
  return ({ id, appointmentId, attempt, step, by, startsAt }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'reminder',
      kind: 'reminder',
      step,
      by,
      isFor: (facts) =>
        facts.status !== 'cancelled' &&
        facts.reachable &&
        !facts.isWaiting &&
        facts.channel !== 'walk_in' &&
        facts.visit === null &&
        facts.appointment.startsAt.getTime() === new Date(startsAt).getTime(),
      compose: { mail: reminderMail, sms: reminderSmsText },
      hasLink: ({ appointment }, now) => now < changeUntil(appointment.startsAt, parts.clinic.booking),
      unsubscribeAt: (reader) => links.addressFor(parts.origin(), reader),
      isOptional: true,
      waitsForSms: true,
    })
}
