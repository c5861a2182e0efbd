import type { CalendarMethod } from '../../contract/calendar-file.ts'
import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import type { TextKey, Texts } from '../texts/texts.ts'
import { calendarEntry } from './calendar-entry.ts'
import { bdi, htmlPage, paragraph, plainText, rowsOfText, tableOf } from './page.ts'
import type { Sender } from './sender.ts'
import { spokenTime } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

/** What the mails about an appointment tell. What the patient complains of is not among it: mail is read by others too. */
export type AppointmentFacts = {
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
  /** Whom the patient asked for. */
  doctor: { name: string } | null
  /** The words of the patient's language. */
  texts: Texts
  /** From whom the mail comes, who is also the organizer of the calendar entry. */
  sender: Sender
}

/** A paragraph of a mail, in both of its forms. */
export type Passage = { text: string; html: string }
export const sentence = (text: string): Passage => ({ text, html: paragraph(text) })

type MailContent = {
  subject: string
  /** What has happened, in a sentence that follows the greeting. */
  lead: string
  /** What follows the facts. */
  passages: readonly Passage[]
  calendar: {
    method: CalendarMethod
    /** What the entry says besides the reference, in one line. */
    note: string
  }
}

/**
 * A mail about an appointment: text and HTML that say the same, and a calendar entry. Times are in clinic time.
 * @param now when it is written
 */
export function appointmentMail(facts: AppointmentFacts, content: MailContent, now: Date): Required<Mail> {
  const { clinic, appointment, patient, doctor, sender, texts } = facts
  const clinicName = oneLine(clinic.name)
  const reference = oneLine(appointment.reference)
  const greeting = texts.say('mail.greeting', { name: oneLine(patient.firstName) })
  const rows: [string, string][] = [
    [texts.say('mail.when'), spokenTime(appointment.startsAt, clinic.timeZone, texts)],
    [texts.say('mail.where'), placeOf(facts)],
    ...(doctor ? [[texts.say('mail.doctor'), oneLine(doctor.name)] satisfies [string, string]] : []),
    [texts.say('mail.service'), oneLine(appointment.serviceText)],
    [texts.say('mail.reference'), reference],
  ]
  const passages = [...content.passages, sentence(clinicName)]
  return {
    to: patient.email,
    subject: content.subject,
    text: plainText([
      greeting,
      '',
      content.lead,
      '',
      ...rowsOfText(rows),
      ...passages.flatMap(({ text }) => ['', text]),
    ]),
    html: htmlPage(
      clinicName,
      [
        `<p>${bdi(greeting)}</p>`,
        paragraph(content.lead),
        tableOf(rows),
        ...passages.map(({ html }) => html),
      ],
      texts.language,
    ),
    calendar: calendarEntry(
      {
        method: content.calendar.method,
        id: reference,
        version: appointment.version,
        startsAt: appointment.startsAt,
        endsAt: appointment.endsAt,
        location: `${clinicName}, ${placeOf(facts)}`,
        description: `${texts.say('calendar.reference', { reference })}\n${content.calendar.note}`,
        organizer: { name: sender.name || clinicName, address: sender.address },
      },
      texts,
      now,
    ),
  }
}

/** Texts that say how a patient reaches the desk: there is one with its number and one without. */
type WithDesk = Extract<TextKey, `${string}WithoutPhone`> extends `${infer Key}WithoutPhone` ? Key : never

/** Says such a text, with the number of the desk where it has one, and the reference. */
export function sayWithDesk(
  facts: AppointmentFacts,
  key: WithDesk,
  values: Record<string, string> = {},
): string {
  const phone = locationOf(facts)?.phone
  const all = { ...values, reference: oneLine(facts.appointment.reference), phone: phone ?? '' }
  return facts.texts.say(phone ? key : `${key}WithoutPhone`, all)
}

/** Where it is; nothing where the location was taken out of clinic.config.ts after the booking. */
export function locationOf({ clinic, appointment }: AppointmentFacts) {
  return clinic.locations.find(({ code }) => code === appointment.location)
}

function placeOf(facts: AppointmentFacts): string {
  const place = locationOf(facts)
  // Its code is better than nothing.
  if (!place) return oneLine(facts.appointment.location)
  return oneLine(`${place.name}, ${place.address}`)
}
