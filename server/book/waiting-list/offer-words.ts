import type { Clinic, ClinicLocation } from '../../../domain/clinic.ts'
import { addressWithTown } from '../../../domain/locations.ts'
import { timeCard } from '../../messages/mail/appointment-mail.ts'
import { htmlMail, sentence } from '../../messages/mail/html.ts'
import type { Mail } from '../../messages/mail/transport.ts'
import { spokenEnd, spokenTimeInSms, spokenTimeInSubject } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'

/** Facts of an offer. Neither the service nor the complaint: others read messages too. */
export type OfferFacts = {
  clinic: Pick<Clinic, 'name' | 'timeZone'>
  place: Pick<ClinicLocation, 'name' | 'address'>
  startsAt: Date
  goodUntil: Date
  now: Date
  doctorName: string
  /** The appointment that would move; null: none. */
  visitStartsAt: Date | null
  patient: { firstName: string; email: string }
  /** Link for claiming it. */
  link: string
  texts: Texts
}

/** Its one button claims the slot; below it the mail says that it is not reserved. */
export function offerMail(facts: OfferFacts): Mail {
  const { clinic, place, startsAt, visitStartsAt, patient, link, texts } = facts
  const { say } = texts
  const clinicName = oneLine(clinic.name)
  const doctor = oneLine(facts.doctorName)
  const when = spokenTimeInSubject(startsAt, clinic.timeZone, texts)
  const until = spokenEnd(facts.goodUntil, facts.now, clinic.timeZone, texts)
  const stays = visitStartsAt
    ? say('offer.keep', { before: spokenTimeInSubject(visitStartsAt, clinic.timeZone, texts) })
    : say('offer.wait')
  return {
    to: patient.email,
    subject: say('offer.subject', { when, clinic: clinicName }),
    ...htmlMail({
      language: texts.language,
      clinicName,
      greeting: greetingTo(patient, texts),
      lead: say('offer.lead'),
      card: timeCard(startsAt, {
        clinic,
        texts,
        lines: [say('look.with', { doctor })],
        rows: [[say('mail.doctor'), doctor]],
      }),
      buttons: [{ label: say('offer.take'), href: link }],
      rows: [{ label: say('mail.where'), value: oneLine(addressWithTown(place)) }],
      notes: [sentence(say('offer.notHeld', { until })), sentence(stays)],
      foot: [{ text: say('look.why') }],
    }),
  }
}

export function offerSmsText({ clinic, place, startsAt, goodUntil, now, link, texts }: OfferFacts): string {
  return texts.say('offer.sms', {
    clinic: oneLine(clinic.name),
    when: spokenTimeInSms(startsAt, clinic.timeZone, texts),
    place: oneLine(place.name),
    until: spokenEnd(goodUntil, now, clinic.timeZone, texts),
    link,
  })
}

type RecallFacts = {
  clinic: Pick<Clinic, 'name'>
  patient: { firstName: string; email: string }
  /** The page to book at. */
  bookingPage: string
  /** Link for unsubscribing. */
  unsubscribe?: string | undefined
  texts: Texts
}

/** Invites a patient again, without details of the last appointment. */
export function recallMail({ clinic, patient, bookingPage, unsubscribe, texts }: RecallFacts): Mail {
  const { say } = texts
  const clinicName = oneLine(clinic.name)
  return {
    to: patient.email,
    subject: say('recall.subject', { clinic: clinicName }),
    ...htmlMail({
      language: texts.language,
      clinicName,
      greeting: greetingTo(patient, texts),
      lead: say('recall.lead', { clinic: clinicName }),
      buttons: [{ label: say('recall.book'), href: bookingPage }],
      foot: [
        { text: say('look.why') },
        ...(unsubscribe ? [{ text: say('look.noReminders'), href: unsubscribe }] : []),
      ],
    }),
    ...(unsubscribe ? { unsubscribe } : {}),
  }
}

export const recallSmsText = ({ clinic, bookingPage, texts }: Omit<RecallFacts, 'patient'>): string =>
  texts.say('recall.sms', { clinic: oneLine(clinic.name), link: bookingPage })

const greetingTo = ({ firstName }: { firstName: string }, { say }: Texts): string =>
  say('mail.greeting', { name: oneLine(firstName) })
