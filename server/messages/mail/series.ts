import { calendarFile } from '../../../contract/calendar-file.ts'
import { spokenTimeInSubject } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { type AppointmentFacts, placeOf, timeCard, whereabouts } from './appointment-mail.ts'
import { htmlMail, type MailRow } from './html.ts'
import type { Mail } from './transport.ts'

/**
 * The mail about a series: all its times, each with its own link, and one calendar file with all of them. It is a file
 * to save (PUBLISH), as an invitation is about one entry (RFC 5546, section 3.2.2); its entries have the identities by
 * which later mails move and remove them.
 * @param others the appointments after the first
 * @param now time of writing
 */
export function seriesMail(first: AppointmentFacts, others: readonly AppointmentFacts[], now: Date): Mail {
  const { clinic, patient, texts, origin } = first
  const { say } = texts
  const visits = [first, ...others]
  const clinicName = oneLine(clinic.name)
  const count = visits.length
  const when = spokenTimeInSubject(first.appointment.startsAt, clinic.timeZone, texts)
  return {
    to: patient.email,
    subject: say('series.subject', { count, when, clinic: clinicName }),
    ...htmlMail({
      language: texts.language,
      clinicName,
      greeting: say('mail.greeting', { name: oneLine(patient.firstName) }),
      lead: say('series.lead', { count, clinic: clinicName }),
      card: timeCard(first.appointment.startsAt, {
        clinic,
        texts,
        lines: [say('series.first', { count })],
        rows: [],
      }),
      rows: [...visits.map(rowOf), ...whereabouts(first)],
      foot: [
        { text: say('look.why') },
        ...(origin ? [{ text: say('look.privacy'), href: `${origin}/privacy` }] : []),
      ],
    }),
    calendar: {
      method: 'PUBLISH',
      text: calendarFile(
        visits.map((facts) => entryOf(facts, clinicName)),
        now,
      ),
    },
  }
}

/** Time, doctor and reference, and where to change it. */
function rowOf({ clinic, appointment, doctor, texts, visitLink }: AppointmentFacts, at: number): MailRow {
  const { say } = texts
  const facts = [
    spokenTimeInSubject(appointment.startsAt, clinic.timeZone, texts),
    ...(doctor ? [say('look.with', { doctor: oneLine(doctor.name) })] : []),
    say('calendar.reference', { reference: oneLine(appointment.reference) }),
  ]
  return {
    label: String(at + 1),
    value: facts.join(', '),
    ...(visitLink && { more: { label: say('look.change'), href: visitLink, isInPlain: true } }),
  }
}

function entryOf({ appointment, texts, sender, ...facts }: AppointmentFacts, clinicName: string) {
  const reference = oneLine(appointment.reference)
  return {
    method: 'PUBLISH' as const,
    id: reference,
    version: appointment.version,
    startsAt: appointment.startsAt,
    endsAt: appointment.endsAt,
    summary: texts.say('calendar.title'),
    location: `${clinicName}, ${placeOf({ appointment, texts, sender, ...facts })}`,
    description: texts.say('calendar.reference', { reference }),
    organizer: { name: oneLine(sender.name || clinicName), address: sender.address },
    language: texts.language,
  }
}
