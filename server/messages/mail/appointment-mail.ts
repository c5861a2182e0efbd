import type { CalendarMethod } from '../../../contract/calendar-file.ts'
import type { Clinic, ClinicLocation } from '../../../domain/clinic.ts'
import { addressWithTown } from '../../../domain/locations.ts'
import type { Sender } from '../../platform/config/sender.ts'
import {
  cityTime,
  spokenDay,
  spokenTime,
  spokenTimeInSubject,
  spokenTimeOfDay,
} from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { TextKey, Texts } from '../../platform/text/texts.ts'
import { calendarEntry } from './calendar-entry.ts'
import { htmlMail, type MailButton, type MailCard, type MailRow, type Passage } from './html.ts'
import type { Mail } from './transport.ts'

/** Content of appointment mails. Without the complaint, since others read mail too. */
export type AppointmentFacts = {
  clinic: Pick<Clinic, 'name' | 'timeZone' | 'sms'> & {
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
  /** Doctor of the appointment: requested, or assigned by the clinic, which may still assign another. */
  doctor: { name: string; isChosen: boolean } | null
  texts: Texts
  /** Sender, and organizer of the calendar entry. */
  sender: Sender
  /** Address of the patient's own page of this appointment; left out, there are no buttons that lead to it. */
  visitLink?: string | undefined
  /** Address of the page, without a trailing slash, for the link to its privacy notice. */
  origin?: string | undefined
}

type MailContent = {
  subject: string
  /** The sentence after the greeting. */
  lead: string
  /** Its earlier time and place, for a patient who knows of that. */
  before?: string
  /** Whether an assigned doctor is named, too. */
  namesAssigned?: boolean
  /** `gone`: it does not take place. */
  kind?: MailCard['kind']
  /** Messages of the clinic about it. */
  said?: readonly Passage[]
  /** Question above the buttons; left out, whether the patient comes. */
  ask?: string
  /** Left out, those of the patient's own page, where there is one. */
  buttons?: readonly MailButton[]
  /** Follow the facts. */
  passages: readonly Passage[]
  /** Left out, the mail has no calendar entry, since the last one is still right. */
  calendar?: {
    method: CalendarMethod
    /** The entry's description besides the reference, in one line. */
    note: string
  }
  /** Link for unsubscribing; mail programs show a button of their own for it (RFC 8058). */
  unsubscribe?: string | undefined
}

/** One with a calendar entry. */
export type AppointmentMail = Mail & Required<Pick<Mail, 'calendar'>>

/**
 * A mail about an appointment: text and HTML with the same content, and a calendar entry. Times are in clinic
 * time.
 * @param now time of writing
 */
export function appointmentMail(
  facts: AppointmentFacts,
  content: MailContent & Required<Pick<MailContent, 'calendar'>>,
  now: Date,
): AppointmentMail
export function appointmentMail(facts: AppointmentFacts, content: MailContent, now: Date): Mail
export function appointmentMail(facts: AppointmentFacts, content: MailContent, now: Date): Mail {
  const { clinic, appointment, patient, sender, texts, visitLink, origin } = facts
  const { say } = texts
  const clinicName = oneLine(clinic.name)
  const reference = oneLine(appointment.reference)
  const buttons = content.buttons ?? visitButtons(texts, visitLink)
  return {
    to: patient.email,
    subject: content.subject,
    ...htmlMail({
      language: texts.language,
      clinicName,
      greeting: say('mail.greeting', { name: oneLine(patient.firstName) }),
      lead: content.lead,
      card: cardOf(facts, content),
      said: content.said ?? [],
      ...(buttons.length > 0 ? { ask: content.ask ?? say('look.ask'), buttons } : {}),
      rows: [...whereabouts(facts), { label: say('mail.reference'), value: reference, isStrong: true }],
      notes: content.passages,
      foot: [
        { text: say('look.why') },
        ...(content.unsubscribe ? [{ text: say('look.noReminders'), href: content.unsubscribe }] : []),
        ...(origin ? [{ text: say('look.privacy'), href: `${origin}/privacy` }] : []),
      ],
    }),
    ...(content.unsubscribe ? { unsubscribe: content.unsubscribe } : {}),
    ...(content.calendar
      ? {
          calendar: calendarEntry(
            {
              method: content.calendar.method,
              id: reference,
              version: appointment.version,
              startsAt: appointment.startsAt,
              endsAt: appointment.endsAt,
              location: `${clinicName}, ${placeOf(facts)}`,
              description: `${say('calendar.reference', { reference })}\n${content.calendar.note}`,
              organizer: { name: sender.name || clinicName, address: sender.address },
              attendee: patient.email,
            },
            texts,
            now,
          ),
        }
      : {}),
  }
}

/** Buttons for the patient's own page of an appointment; none where there is no such page. */
export function visitButtons({ say }: Texts, visitLink: string | undefined): MailButton[] {
  if (!visitLink) return []
  const labels = [say('look.confirm'), say('look.change'), say('look.calendar')]
  return labels.map((label) => ({ label, href: visitLink }))
}

/**
 * A time at a glance: its day, its hour, its time zone, and further rows.
 * @param rows the same in plain text, besides the time
 */
export function timeCard(
  instant: Date,
  {
    clinic: { timeZone },
    texts,
    lines,
    rows,
    kind = 'usual',
  }: Pick<AppointmentFacts, 'texts'> &
    Pick<MailCard, 'lines' | 'rows' | 'kind'> & { clinic: Pick<Clinic, 'timeZone'> },
): MailCard {
  return {
    day: spokenDay(instant, timeZone, texts),
    big: spokenTimeOfDay(instant, timeZone, texts),
    aside: cityTime(timeZone, texts),
    lines: lines ?? [],
    kind,
    rows: [[texts.say('mail.when'), spokenTime(instant, timeZone, texts)], ...rows],
  }
}

const MINUTE_MS = 60_000

/** Null: no doctor is named. */
function doctorNamed({ doctor, texts }: AppointmentFacts, namesAssigned: boolean): string | null {
  if (!doctor || !(doctor.isChosen || namesAssigned)) return null
  const name = oneLine(doctor.name)
  return doctor.isChosen ? name : texts.say('mail.assigned', { doctor: name })
}

function cardOf(facts: AppointmentFacts, { before, kind, namesAssigned = false }: MailContent): MailCard {
  const { appointment, texts } = facts
  const { say } = texts
  const service = oneLine(appointment.serviceText)
  const count = Math.round((appointment.endsAt.getTime() - appointment.startsAt.getTime()) / MINUTE_MS)
  const doctorName = doctorNamed(facts, namesAssigned)
  const lasting = `${service}, ${say('look.minutes', { count })}`
  return timeCard(appointment.startsAt, {
    ...facts,
    lines: [
      lasting,
      ...(doctorName ? [say('look.with', { doctor: doctorName })] : []),
      ...(before ? [`${say('moved.before')}: ${before}`] : []),
    ],
    rows: [
      ...(before ? [[say('moved.before'), before] as const] : []),
      [say('mail.service'), lasting],
      ...(doctorName ? [[say('mail.doctor'), doctorName] as const] : []),
    ],
    kind,
  })
}

/** The place, with a map, and how to reach the desk there. */
export function whereabouts(facts: AppointmentFacts): MailRow[] {
  const { say } = facts.texts
  const place = locationOf(facts)
  const where = { label: say('mail.where'), value: placeOf(facts) }
  if (!place) return [where]
  const query = new URLSearchParams({ api: '1', query: oneLine(place.address) })
  const phone = place.phone && oneLine(place.phone)
  return [
    { ...where, more: { label: say('look.map'), href: `https://www.google.com/maps/search/?${query}` } },
    ...(phone
      ? [{ label: say('look.phone'), value: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` }]
      : []),
  ]
}

/** Texts about reaching the desk, each in a version with and without a phone number. */
type WithDesk = Extract<TextKey, `${string}WithoutPhone`> extends `${infer Key}WithoutPhone` ? Key : never

/** Subject and first sentence of a mail, which name the clinic and, in the subject, the time. */
export function announced(
  { clinic, appointment, texts }: AppointmentFacts,
  kind: 'confirmation' | 'moved' | 'cancellation' | 'reminder',
): Pick<MailContent, 'subject' | 'lead'> {
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts)
  return {
    subject: texts.say(`${kind}.subject`, { when, clinic: clinicName }),
    lead: texts.say(`${kind}.lead`, { clinic: clinicName }),
  }
}

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

/** Address of its location with the town, in one line. */
export function placeOf(facts: AppointmentFacts): string {
  const place = locationOf(facts)
  // A removed location is shown by its code.
  if (!place) return oneLine(facts.appointment.location)
  return oneLine(addressWithTown(place))
}
