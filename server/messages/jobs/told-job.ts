import { clinicDate } from '../../../domain/clinic-time.ts'
import { NOT_CONFIRMED_WITHIN_MS } from '../../platform/queue/index.ts'
import type { MailOutcome, ToldJob } from '../../platform/queue/start.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { movedMail } from '../mail/moved.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import type { StoredFacts } from '../send/visit-facts.ts'
import { bookedSmsText, movedSmsText } from '../sms/appointment.ts'

/**
 * Tells a patient what has become of their appointment since they last heard of it: that it is booked, or where it was
 * moved to, and nothing where that is what they know. What is changed once more meanwhile is left to that change's job,
 * and a cancelled one to its own mail.
 */
export function toldJob(parts: SendParts): (job: ToldJob) => Promise<MailOutcome> {
  const { timeZone } = parts.clinic
  return ({ id, appointmentId, attempt, due }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'note of a changed appointment',
      kind: ({ told }) => (told ? 'moved' : 'booked'),
      isFor(facts, now) {
        if (facts.status === 'cancelled' || !facts.reachable || facts.isWaiting) return false
        if (facts.tellAt !== null && facts.tellAt > new Date(due)) return false
        return facts.told === null ? needsConfirmation(facts, now, timeZone) : facts.before !== null
      },
      compose: {
        mail: (facts, now) =>
          facts.before ? movedMail(facts, facts.before, now) : confirmationMail(facts, now),
        sms: (facts) => (facts.before ? movedSmsText(facts, facts.before) : bookedSmsText(facts)),
      },
      isTold: true,
      hasLink: whileItCanChange(parts.clinic.booking),
    })
}

/** Not who stands at the desk. */
function needsConfirmation({ appointment, channel }: StoredFacts, now: Date, timeZone: string): boolean {
  const { startsAt } = appointment
  if (startsAt.getTime() - now.getTime() < NOT_CONFIRMED_WITHIN_MS) return false
  return channel !== 'walk_in' || clinicDate(startsAt, timeZone) !== clinicDate(now, timeZone)
}
