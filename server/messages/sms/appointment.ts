import { UNDO_MS } from '../../../domain/own-visit.ts'
import type { Answer } from '../../../domain/reply-answers.ts'
import { spokenTimeInSms, spokenTimesInSms } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { TextKey } from '../../platform/text/texts.ts'
import { type AppointmentFacts, locationOf, sayWithDesk } from '../mail/appointment-mail.ts'

/*
 * SMS about an appointment, for patients without an email address. They omit the name and the service, since
 * others may read the phone. Lengths by language: docs/sms-lengths.md.
 */

/** Says 'booked', as the mail does, since staff confirm later. */
export function bookedSmsText(facts: AppointmentFacts): string {
  const { visitLink: link } = facts
  if (link !== undefined) return facts.texts.say('link.booked', { ...about(facts), link })
  return sayWithDesk(facts, 'sms.booked', about(facts))
}

/** The SMS about a series: all its times. */
export function seriesSmsText(first: AppointmentFacts, others: readonly AppointmentFacts[]): string {
  const times = [first, ...others].map(({ appointment }) => appointment.startsAt)
  const when = spokenTimesInSms(times, first.clinic.timeZone, first.texts)
  return sayWithDesk(first, 'series.sms', { ...about(first), when })
}

/** The appointment takes place after all. */
export const standsSmsText = (facts: AppointmentFacts): string =>
  facts.texts.say('link.standsSms', about(facts))

/** The SMS about a move, with the time that the patient knows. */
export function movedSmsText(facts: AppointmentFacts, before: { startsAt: Date }): string {
  const was = spokenTimeInSms(before.startsAt, facts.clinic.timeZone, facts.texts)
  const { visitLink: link } = facts
  if (link !== undefined) return facts.texts.say('link.moved', { ...about(facts), before: was, link })
  return sayWithDesk(facts, 'sms.moved', { ...about(facts), before: was })
}

/** @param reason for the patient; null: none */
export function cancelledSmsText(facts: AppointmentFacts, reason: string | null): string {
  const words = sayWithDesk(facts, 'sms.cancelled', about(facts))
  return reason === null ? words : `${words} ${facts.texts.say('sms.reason', { reason: oneLine(reason) })}`
}

/** The SMS about an appointment that cannot take place as planned. */
export function closureSmsText(facts: AppointmentFacts): string {
  const { visitLink: link } = facts
  return link === undefined
    ? sayWithDesk(facts, 'link.closureSmsCall', about(facts))
    : facts.texts.say('link.closureSms', { ...about(facts), link })
}

/** Offers the own link as long as there is one to offer, and an answer where those are read; then the phone. */
export function reminderSmsText(facts: AppointmentFacts): string {
  const { visitLink, clinic, texts } = facts
  if (visitLink === undefined) return sayWithDesk(facts, 'reminder.smsCall', about(facts))
  const words = texts.say('reminder.sms', { ...about(facts), link: visitLink })
  return clinic.sms?.replies ? `${words} ${texts.say('replies.invite')}` : words
}

function about(facts: AppointmentFacts) {
  const { clinic, appointment, texts } = facts
  return {
    clinic: oneLine(clinic.name),
    when: spokenTimeInSms(appointment.startsAt, clinic.timeZone, texts),
    place: oneLine(locationOf(facts)?.name ?? appointment.location),
  }
}

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
