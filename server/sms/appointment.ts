import { type AppointmentFacts, locationOf } from '../mail/appointment-mail.ts'
import { spokenTimeInSubject } from '../mail/spoken-time.ts'
import { oneLine } from '../mail/text.ts'

/*
 * The texts of SMS about an appointment, for patients without an email address. Without a name and without what it is
 * for: others may read the phone. They fit one SMS where the names of clinic and location are no longer than usual.
 */

/** It says 'booked', as the mail does, since staff confirm later. */
export function bookedSmsText(facts: AppointmentFacts): string {
  return `${about(facts, 'booked for')}. Reference ${referenceOf(facts)}. To change or cancel it, ${wayTo(facts)}.`
}

/** @param reason what the clinic wants the patient to know; null: nothing */
export function cancelledSmsText(facts: AppointmentFacts, reason: string | null): string {
  const words = `${about(facts, 'your appointment is cancelled:')}. Reference ${referenceOf(facts)}. Questions? Please ${wayTo(facts)}.`
  return reason === null ? words : `${words} The clinic says: ${oneLine(reason)}`
}

function about(facts: AppointmentFacts, what: string): string {
  const { clinic, appointment } = facts
  const time = spokenTimeInSubject(appointment.startsAt, clinic.timeZone)
  const place = locationOf(facts)?.name ?? appointment.location
  return `${oneLine(clinic.name)}: ${what} ${time}, ${oneLine(place)}`
}

const referenceOf = ({ appointment }: AppointmentFacts) => oneLine(appointment.reference)

/** An SMS cannot be replied to: the gateway's number takes none. */
function wayTo(facts: AppointmentFacts): string {
  const desk = locationOf(facts)?.phone
  return desk ? `call ${desk}` : 'ask at the clinic'
}
