import { UNDO_MS } from '../../../domain/own-visit.ts'
import type { Answer } from '../../../domain/reply-answers.ts'
import { spokenTimeInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { TextKey } from '../../platform/text/texts.ts'
import { type AppointmentFacts, locationOf, sayWithDesk } from '../mail/appointment-mail.ts'

const KEYS = {
  confirmed: 'replies.confirmed',
  cancelled: 'replies.cancelled',
  is_cancelled: 'replies.isCancelled',
  changed: 'replies.changed',
  call: 'replies.call',
  help: 'replies.help',
  stopped: 'replies.stopped',
  started: 'replies.started',
} as const satisfies Record<Exclude<Answer, 'too_late'>, TextKey>

/** Answer to an SMS reply. It names the appointment by its time, since a number may have several. */
export function answerSmsText(facts: AppointmentFacts, answer: Answer): string {
  const { clinic, appointment, texts, visitLink = '', origin } = facts
  const values = {
    clinic: oneLine(clinic.name),
    when: spokenTimeInSms(appointment.startsAt, clinic.timeZone, texts),
    place: oneLine(locationOf(facts)?.name ?? appointment.location),
    minutes: String(UNDO_MS / 60_000),
    link: answer === 'is_cancelled' ? `${origin}/book-appointment` : visitLink,
  }
  return answer === 'too_late'
    ? sayWithDesk(facts, 'replies.tooLate', values)
    : texts.say(KEYS[answer], values)
}
