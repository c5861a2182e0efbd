import type { MailOutcome, ReminderJob } from '../../platform/queue/start.ts'
import { reminderMail } from '../mail/reminder.ts'
import { unsubscribeLinks } from '../opt-outs/unsubscribe-link.ts'
import type { Channel } from '../send/repository.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { reminderSmsText } from '../sms/appointment.ts'

/**
 * Sends a reminder of a visit to come, unless it was cancelled, moved or begun meanwhile. Its words offer the own link as
 * long as the visit can be changed by it, and the phone after that. What is for SMS alone goes by mail where nobody sends SMS.
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

/** Of a rule that uses all channels, whose steps name theirs, mail has a reminder of its own. */
const withMail = (by: readonly Channel[], step: string): readonly Channel[] =>
  step.includes(' ') || by.includes('email') ? by : [...by, 'email']
