import { type AppointmentFacts, locationOf, sayWithDesk } from '../mail/appointment-mail.ts'
import { spokenTimeInSms } from '../mail/spoken-time.ts'
import { oneLine } from '../mail/text.ts'

/*
 * The texts of SMS about an appointment, for patients without an email address. Without a name and without what it is
 * for: others may read the phone. How many messages they take in each language: docs/sms-lengths.md. An SMS cannot be
 * replied to: the gateway's number takes none.
 */

/** It says 'booked', as the mail does, since staff confirm later. */
export function bookedSmsText(facts: AppointmentFacts): string {
  return sayWithDesk(facts, 'sms.booked', about(facts))
}

/** @param reason what the clinic wants the patient to know; null: nothing */
export function cancelledSmsText(facts: AppointmentFacts, reason: string | null): string {
  const words = sayWithDesk(facts, 'sms.cancelled', about(facts))
  return reason === null ? words : `${words} ${facts.texts.say('sms.reason', { reason: oneLine(reason) })}`
}

function about(facts: AppointmentFacts) {
  const { clinic, appointment, texts } = facts
  return {
    clinic: oneLine(clinic.name),
    when: spokenTimeInSms(appointment.startsAt, clinic.timeZone, texts),
    place: oneLine(locationOf(facts)?.name ?? appointment.location),
  }
}
