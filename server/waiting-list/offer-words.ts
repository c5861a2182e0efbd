import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { anchor, bdi, htmlPage, paragraph, plainText, rowsOfText, tableOf } from '../mail/page.ts'
import { spokenTime, spokenTimeInSms, spokenTimeInSubject, spokenTimeOfDay } from '../mail/spoken-time.ts'
import { oneLine } from '../mail/text.ts'
import type { Mail } from '../mail/transport.ts'
import type { Texts } from '../texts/texts.ts'

/** What an offer says. Neither the service nor the complaint: others read messages too. */
export type OfferFacts = {
  clinic: Pick<Clinic, 'name' | 'timeZone'>
  place: Pick<ClinicLocation, 'name' | 'address'>
  startsAt: Date
  goodUntil: Date
  doctorName: string
  /** The visit that would move; null: none. */
  visitStartsAt: Date | null
  patient: { firstName: string; email: string }
  /** To take it. */
  link: string
  texts: Texts
}

export function offerMail(facts: OfferFacts): Mail {
  const { clinic, place, startsAt, goodUntil, visitStartsAt, link, texts } = facts
  const clinicName = oneLine(clinic.name)
  const when = spokenTimeInSubject(startsAt, clinic.timeZone, texts)
  const until = spokenTimeOfDay(goodUntil, clinic.timeZone, texts)
  const stays = visitStartsAt
    ? texts.say('offer.keep', { before: spokenTimeInSubject(visitStartsAt, clinic.timeZone, texts) })
    : texts.say('offer.wait')
  return invitation({
    to: facts.patient,
    subject: texts.say('offer.subject', { when, clinic: clinicName }),
    clinicName,
    lead: texts.say('offer.lead'),
    rows: [
      [texts.say('mail.when'), spokenTime(startsAt, clinic.timeZone, texts)],
      [texts.say('mail.where'), oneLine(`${place.name}, ${place.address}`)],
      [texts.say('mail.doctor'), oneLine(facts.doctorName)],
    ],
    button: { label: texts.say('offer.take'), href: link },
    notes: [texts.say('offer.notHeld', { until }), stays],
    texts,
  })
}

export function offerSmsText({ clinic, place, startsAt, goodUntil, link, texts }: OfferFacts): string {
  return texts.say('offer.sms', {
    clinic: oneLine(clinic.name),
    when: spokenTimeInSms(startsAt, clinic.timeZone, texts),
    place: oneLine(place.name),
    until: spokenTimeOfDay(goodUntil, clinic.timeZone, texts),
    link,
  })
}

type RecallFacts = {
  clinic: Pick<Clinic, 'name'>
  patient: { firstName: string; email: string }
  /** The page to book at. */
  bookingPage: string
  texts: Texts
}

/** Invites a patient again; of the visit before it says nothing. */
export function recallMail({ clinic, patient, bookingPage, texts }: RecallFacts): Mail {
  const clinicName = oneLine(clinic.name)
  return invitation({
    to: patient,
    subject: texts.say('recall.subject', { clinic: clinicName }),
    clinicName,
    lead: texts.say('recall.lead', { clinic: clinicName }),
    rows: [],
    button: { label: texts.say('recall.book'), href: bookingPage },
    notes: [],
    texts,
  })
}

export const recallSmsText = ({ clinic, bookingPage, texts }: Omit<RecallFacts, 'patient'>): string =>
  texts.say('recall.sms', { clinic: oneLine(clinic.name), link: bookingPage })

type Invitation = {
  to: { firstName: string; email: string }
  subject: string
  clinicName: string
  lead: string
  rows: [string, string][]
  button: { label: string; href: string }
  notes: string[]
  texts: Texts
}

function invitation({ to, subject, clinicName, lead, rows, button, notes, texts }: Invitation): Mail {
  const greeting = texts.say('mail.greeting', { name: oneLine(to.firstName) })
  const table = rows.length > 0
  return {
    to: to.email,
    subject,
    text: plainText([
      greeting,
      '',
      lead,
      ...(table ? ['', ...rowsOfText(rows)] : []),
      '',
      `${button.label}:`,
      button.href,
      ...notes.flatMap((note) => ['', note]),
      '',
      clinicName,
    ]),
    html: htmlPage(
      clinicName,
      [
        `<p>${bdi(greeting)}</p>`,
        paragraph(lead),
        ...(table ? [tableOf(rows)] : []),
        `<p>${anchor(button.href, button.label)}</p>`,
        ...notes.map(paragraph),
        paragraph(clinicName),
      ],
      texts.language,
    ),
  }
}
