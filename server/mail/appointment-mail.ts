import type { CalendarMethod } from '../../contract/calendar-file.ts'
import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import type { TextKey, Texts } from '../texts/texts.ts'
import { calendarEntry } from './calendar-entry.ts'
import { bdi, htmlPage, paragraph, plainText, rowsOfText, tableOf } from './page.ts'
import type { Sender } from './sender.ts'
import { spokenTime } from './spoken-time.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

/** Content of appointment mails. Without the complaint, since others read mail too. */
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
    location: string
    serviceText: string
  }
  patient: { firstName: string; email: string }
  /** Who takes it: requested, or assigned by the clinic, which may still assign another. */
  doctor: { name: string; isChosen: boolean } | null
  texts: Texts
  /** Also the organizer of the calendar entry. */
  sender: Sender
}

/** A paragraph in both formats. */
export type Passage = { text: string; html: string }
export const sentence = (text: string): Passage => ({ text, html: paragraph(text) })

type MailContent = {
  subject: string
  /** The sentence after the greeting. */
  lead: string
  /** When and where it was before, for who has heard of that. */
  before?: string
  /** Whether a doctor is named whom nobody asked for. */
  namesAssigned?: boolean
  /** Follows the facts. */
  passages: readonly Passage[]
  calendar: {
    method: CalendarMethod
    /** The entry's description besides the reference, in one line. */
    note: string
  }
}

/**
 * A mail about an appointment: text and HTML with the same content, and a calendar entry. Times are in clinic
 * time.
 * @param now time of writing
 */
export function appointmentMail(facts: AppointmentFacts, content: MailContent, now: Date): Required<Mail> {
  const { clinic, appointment, patient, doctor, sender, texts } = facts
  const clinicName = oneLine(clinic.name)
  const reference = oneLine(appointment.reference)
  const greeting = texts.say('mail.greeting', { name: oneLine(patient.firstName) })
  const rows: [string, string][] = [
    [texts.say('mail.when'), spokenTime(appointment.startsAt, clinic.timeZone, texts)],
    [texts.say('mail.where'), placeOf(facts)],
    ...(content.before ? [[texts.say('moved.before'), content.before] satisfies [string, string]] : []),
    ...(doctor && (doctor.isChosen || content.namesAssigned) ? [doctorRow(doctor, texts)] : []),
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

function doctorRow(doctor: { name: string; isChosen: boolean }, texts: Texts): [string, string] {
  const name = oneLine(doctor.name)
  return [texts.say('mail.doctor'), doctor.isChosen ? name : texts.say('mail.assigned', { doctor: name })]
}

/** Texts about reaching the desk, each in a version with and without a phone number. */
type WithDesk = Extract<TextKey, `${string}WithoutPhone`> extends `${infer Key}WithoutPhone` ? Key : never

/** Adds the location's phone number, if any, and the reference. */
export function sayWithDesk(
  facts: AppointmentFacts,
  key: WithDesk,
  values: Record<string, string> = {},
): string {
  const phone = locationOf(facts)?.phone
  const all = { ...values, reference: oneLine(facts.appointment.reference), phone: phone ?? '' }
  return facts.texts.say(phone ? key : `${key}WithoutPhone`, all)
}

/** Undefined when the location was removed from clinic.config.ts after the booking. */
export function locationOf({ clinic, appointment }: AppointmentFacts) {
  return clinic.locations.find(({ code }) => code === appointment.location)
}

/** Name and address of its location, in one line. */
export function placeOf(facts: AppointmentFacts): string {
  const place = locationOf(facts)
  // A removed location is shown by its code.
  if (!place) return oneLine(facts.appointment.location)
  return oneLine(`${place.name}, ${place.address}`)
}
