import clinicConfig from '../../../clinic.config.ts'
import type { IsoLanguage } from '../../../domain/languages.ts'
import { offerMail, recallMail } from '../../book/waiting-list/offer-words.ts'
import {
  FACTOR_ACTIONS,
  factorCodeMail,
  factorsChangedMail,
  guessingMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
} from '../../messages/mail/account-mail.ts'
import { alarmMail } from '../../messages/mail/alarm-mail.ts'
import type { AppointmentFacts } from '../../messages/mail/appointment-mail.ts'
import { cancellationMail } from '../../messages/mail/cancellation.ts'
import { confirmationMail } from '../../messages/mail/confirmation.ts'
import { contactChangedMail } from '../../messages/mail/contact-changed.ts'
import { movedMail } from '../../messages/mail/moved.ts'
import { codeMail } from '../../messages/mail/one-time-code.ts'
import { reminderMail } from '../../messages/mail/reminder.ts'
import { seriesMail } from '../../messages/mail/series.ts'
import type { Mail } from '../../messages/mail/transport.ts'
import { textsIn } from '../../platform/text/texts.ts'

const NOW = new Date('2030-03-01T10:00:00Z')
const ORIGIN = 'https://book.example.com'
const VISIT_LINK = `${ORIGIN}/visit#Jf3kQ0m9TtqXw2b7ZcVn5A`

/** Typed texts: by a patient, the desk, or the author of the clinic's configuration. */
export type SampleTexts = {
  firstName: string
  surname: string
  clinic: string
  address: string
  phone: string
  doctor: string
  service: string
  reason: string
}

export const USUAL: SampleTexts = {
  firstName: 'Ada',
  surname: 'Obi',
  clinic: clinicConfig.name,
  address: '27 Gana Street, Maitama, Abuja',
  phone: '+234 700 000 0002',
  doctor: 'Dr. Amaka Okafor',
  service: 'Routine Check-Up',
  reason: 'Dr. Okafor is away that day. We are sorry.',
}

export function factsOf(typed: SampleTexts, language: IsoLanguage = 'en'): AppointmentFacts {
  return {
    clinic: {
      ...clinicConfig,
      name: typed.clinic,
      locations: [{ code: 'fct', name: 'Abuja', address: typed.address, phone: typed.phone }],
    },
    appointment: {
      id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
      reference: 'ACDEFGHJ',
      version: 1,
      startsAt: new Date('2030-03-04T08:30:00Z'),
      endsAt: new Date('2030-03-04T09:00:00Z'),
      location: 'fct',
      serviceText: typed.service,
    },
    patient: { firstName: typed.firstName, email: 'ada@example.com' },
    doctor: { name: typed.doctor, isChosen: true },
    texts: textsIn(language),
    sender: { name: typed.clinic, address: 'desk@example.com' },
    visitLink: VISIT_LINK,
    origin: ORIGIN,
  }
}

const offerOf = (facts: AppointmentFacts) => ({
  ...facts,
  place: facts.clinic.locations[0]!,
  startsAt: new Date('2030-03-02T09:00:00Z'),
  goodUntil: new Date('2030-03-01T10:30:00Z'),
  now: new Date('2030-03-01T09:30:00Z'),
  doctorName: facts.doctor?.name ?? '',
  link: VISIT_LINK,
})

const laterBy = (facts: AppointmentFacts, days: number): AppointmentFacts => ({
  ...facts,
  appointment: {
    ...facts.appointment,
    reference: `BCDEFG${days}`,
    startsAt: new Date(facts.appointment.startsAt.getTime() + days * 86_400_000),
    endsAt: new Date(facts.appointment.endsAt.getTime() + days * 86_400_000),
  },
})

/** Each kind of mail to patients, in one language. */
export function patientMails(language: IsoLanguage, typed: SampleTexts = USUAL): Record<string, Mail> {
  const facts = factsOf(typed, language)
  const { texts } = facts
  const before = { startsAt: new Date('2030-03-02T13:00:00Z'), location: 'fct' }
  const bookingPage = `${ORIGIN}/book-appointment`
  const unsubscribe = `${ORIGIN}/api/unsubscribe/${'T0ken_'.repeat(20)}`
  const reminded = { ...facts, unsubscribe, cancelReason: null, told: null, before: null }
  return {
    booked: confirmationMail(facts, NOW),
    'booked without a link': confirmationMail({ ...facts, visitLink: undefined, doctor: null }, NOW),
    series: seriesMail(facts, [laterBy(facts, 28), laterBy(facts, 56)], NOW),
    moved: movedMail(facts, before, NOW),
    cancelled: cancellationMail({ ...facts, reason: typed.reason, bookingPage }, NOW),
    reminder: reminderMail(reminded, NOW),
    'reminder without a link': reminderMail({ ...reminded, visitLink: undefined }, NOW),
    code: codeMail({
      to: 'ada@example.com',
      firstName: typed.firstName,
      clinicName: typed.clinic,
      code: '482913',
      minutes: 10,
      texts,
    }),
    offer: offerMail({ ...offerOf(facts), visitStartsAt: facts.appointment.startsAt }),
    'offer of a first visit': offerMail({ ...offerOf(facts), visitStartsAt: null }),
    recall: recallMail({ ...facts, bookingPage, unsubscribe: reminded.unsubscribe }),
    'contact changed': contactChangedMail({
      email: 'ada@example.com',
      firstName: typed.firstName,
      clinicName: typed.clinic,
      phone: typed.phone,
      texts,
    }),
  }
}

/** Each kind of mail to staff, which are in English. */
export function staffMails(typed: SampleTexts = USUAL): Record<string, Mail> {
  const to = { email: 'ada@example.com', surname: typed.surname, otherNames: typed.firstName }
  const clinic = { name: typed.clinic, timeZone: clinicConfig.timeZone }
  const link = (path: string) => `${ORIGIN}/${path}#token=Vr3mV7z1oQe8sK2cYt6pLw`
  return {
    reset: resetMail(to, clinic, link('reset-password'), 30),
    invitation: invitationMail(to, clinic, link('register'), 7),
    'password changed': passwordChangedMail(to, clinic, `${ORIGIN}/forgot-password`, NOW),
    'factor code': factorCodeMail(to, clinic, '482913'),
    'factors changed': factorsChangedMail(to, clinic, FACTOR_ACTIONS[0] ?? '', NOW),
    guessing: guessingMail(to, clinic, `${ORIGIN}/forgot-password`),
    alarm: alarmMail(
      {
        kind: 'mass_reads',
        name: `${typed.firstName} ${typed.surname} (ada)`,
        details: { patients: 212 },
        to,
      },
      typed.clinic,
      ORIGIN,
    ),
  }
}
