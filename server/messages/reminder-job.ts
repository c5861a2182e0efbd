import type { MailOutcome, ReminderJob } from '../jobs/start.ts'
import { reminderMail } from '../mail/reminder.ts'
import { reminderSmsText } from '../sms/appointment.ts'
import { type SendParts, sendAbout } from './send.ts'

/** So long before a visit its patient may still change it by their link, in milliseconds. */
const CHANGE_UNTIL_MS = 120 * 60_000

/**
 * Sends a reminder of a visit to come, unless it was cancelled, moved or begun meanwhile. Its words offer the own link as
 * long as the visit can be changed by it, and the phone after that.
 */
export function reminderJob(parts: SendParts): (job: ReminderJob) => Promise<MailOutcome> {
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
      hasLink: ({ appointment }, now) => appointment.startsAt.getTime() - now.getTime() > CHANGE_UNTIL_MS,
      isOptional: true,
      waitsForSms: true,
    })
}
