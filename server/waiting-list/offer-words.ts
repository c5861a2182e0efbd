import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { timeCard } from '../mail/appointment-mail.ts'
import { htmlMail, type MailLayout, sentence } from '../mail/html.ts'
import { spokenTimeInSms, spokenTimeInSubject, spokenTimeOfDay } from '../mail/spoken-time.ts'
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
  const where = oneLine(`${place.name}, ${place.address}`)
  const doctor = oneLine(facts.doctorName)
  return invitation(facts.patient, texts.say('offer.subject', { when, clinic: clinicName }), {
    clinicName,
    lead: texts.say('offer.lead'),
    card: timeCard(startsAt, {
      clinic,
      texts,
      lines: [doctor],
      rows: [[texts.say('mail.doctor'), doctor]],
    }),
    ask: texts.say('offer.notHeld', { until }),
    buttons: [{ label: texts.say('offer.take'), href: link }],
    rows: [{ label: texts.say('mail.where'), value: where }],
    notes: [sentence(stays)],
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
  return invitation(patient, texts.say('recall.subject', { clinic: clinicName }), {
    clinicName,
    lead: texts.say('recall.lead', { clinic: clinicName }),
    buttons: [{ label: texts.say('recall.book'), href: bookingPage }],
    texts,
  })
}

export const recallSmsText = ({ clinic, bookingPage, texts }: Omit<RecallFacts, 'patient'>): string =>
  texts.say('recall.sms', { clinic: oneLine(clinic.name), link: bookingPage })

function invitation(
  { firstName, email }: OfferFacts['patient'],
  subject: string,
  { texts, ...layout }: Omit<MailLayout, 'language' | 'greeting'> & { texts: Texts },
): Mail {
  const greeting = texts.say('mail.greeting', { name: oneLine(firstName) })
  return { to: email, subject, ...htmlMail({ ...layout, language: texts.language, greeting }) }
}
