import { type AppointmentFacts, locationOf, sayWithDesk } from '../mail/appointment-mail.ts'
import { spokenTimeInSms } from '../mail/spoken-time.ts'
import { oneLine } from '../mail/text.ts'

/*
 * SMS about an appointment, for patients without an email address. They omit the name and the service, since
 * others may read the phone. Lengths by language: docs/sms-lengths.md.
 */

/** Says 'booked', as the mail does, since staff confirm later. */
export function bookedSmsText(facts: AppointmentFacts): string {
  return sayWithDesk(facts, 'sms.booked', about(facts))
}

/** With the time that the patient knows. */
export function movedSmsText(facts: AppointmentFacts, before: { startsAt: Date }): string {
  const was = spokenTimeInSms(before.startsAt, facts.clinic.timeZone, facts.texts)
  return sayWithDesk(facts, 'sms.moved', { ...about(facts), before: was })
}

/** @param reason for the patient; null: none */
export function cancelledSmsText(facts: AppointmentFacts, reason: string | null): string {
  const words = sayWithDesk(facts, 'sms.cancelled', about(facts))
  return reason === null ? words : `${words} ${facts.texts.say('sms.reason', { reason: oneLine(reason) })}`
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
