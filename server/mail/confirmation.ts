import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { calendarEntry } from './calendar-entry.ts'
import { bdi, htmlPage, paragraph, plainText } from './page.ts'
import type { Sender } from './sender.ts'
import { spokenTime, spokenTimeInSubject } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

export type ConfirmationFacts = {
  clinic: Pick<Clinic, 'name' | 'timeZone'> & {
    locations: readonly Pick<ClinicLocation, 'code' | 'name' | 'address' | 'phone'>[]
  }
  appointment: {
    id: string
    reference: string
    version: number
    startsAt: Date
    endsAt: Date
    /** Code of the location. */
    location: string
    serviceText: string
  }
  patient: { firstName: string; email: string }
  doctor: { name: string } | null
  /** From whom the mail comes, who is also the organizer of the calendar entry. */
  sender: Sender
}

/**
 * The mail that tells a patient of a booked appointment: text, HTML and a calendar entry.
 * Times are in clinic time. What the patient complains of is never in it: mail is read by others too.
 * It says 'booked', not 'confirmed', since staff confirm later (specification, section 9: `isOpen`).
 * @param now when it is written
 */
export function confirmationMail(facts: ConfirmationFacts, now: Date): Required<Mail> {
  const { clinic, appointment, patient, doctor, sender } = facts
  const clinicName = oneLine(clinic.name)
  const reference = oneLine(appointment.reference)
  const greeting = `Hello ${oneLine(patient.firstName)},`
  const news = `your appointment at ${clinicName} is booked.`
  const desk = locationOf(facts)?.phone
  const way = desk ? `reply to this email or call ${desk}` : 'reply to this email or ask at the clinic'
  const change = `To change or cancel it, ${way}, and give the reference ${reference}.`
  const rows: [string, string][] = [
    ['When', spokenTime(appointment.startsAt, clinic.timeZone)],
    ['Where', placeOf(facts)],
    ...(doctor ? [['Doctor', oneLine(doctor.name)] satisfies [string, string]] : []),
    ['Service', oneLine(appointment.serviceText)],
    ['Reference', reference],
  ]
  return {
    to: patient.email,
    subject: `Your appointment on ${spokenTimeInSubject(appointment.startsAt, clinic.timeZone)}, ${clinicName}`,
    text: plainText([greeting, '', news, '', ...alignedRows(rows), '', change, '', clinicName]),
    html: htmlPage(clinicName, [
      `<p>${bdi(greeting)}</p>`,
      paragraph(news),
      table(rows),
      paragraph(change),
      paragraph(clinicName),
    ]),
    ics: calendarEntry(
      {
        id: reference,
        version: appointment.version,
        startsAt: appointment.startsAt,
        endsAt: appointment.endsAt,
        location: `${clinicName}, ${placeOf(facts)}`,
        description: `Reference ${reference}\n${change}`,
        organizer: { name: sender.name || clinicName, address: sender.address },
      },
      now,
    ),
  }
}

function locationOf({ clinic, appointment }: ConfirmationFacts) {
  return clinic.locations.find(({ code }) => code === appointment.location)
}

function placeOf(facts: ConfirmationFacts): string {
  const place = locationOf(facts)
  // A location that was taken out of clinic.config.ts after the booking: its code is better than nothing.
  if (!place) return oneLine(facts.appointment.location)
  return oneLine(`${place.name}, ${place.address}`)
}

function alignedRows(rows: readonly [string, string][]): string[] {
  return rows.map(([label, value]) => `${`${label}:`.padEnd(11)}${value}`)
}

function table(rows: readonly [string, string][]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${label}</th><td style="padding:4px 0">${bdi(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0">
${cells.join('\n')}
</table>`
}
