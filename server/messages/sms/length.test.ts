import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { OFFER_TOKEN } from '../../../contract/link-tokens.ts'
import { isoLanguage, LANGUAGE_CODES } from '../../../domain/languages.ts'
import { offerSmsText, recallSmsText } from '../../book/waiting-list/offer-words.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import { visitLinkAddress } from '../send/visit-links.ts'
import {
  bookedSmsText,
  cancelledSmsText,
  closureSmsText,
  movedSmsText,
  reminderSmsText,
  seriesSmsText,
  standsSmsText,
} from './appointment.ts'
import { type SmsLength, smsLength } from './length.ts'
import { codeSmsText } from './one-time-code.ts'

describe('the length of an SMS', () => {
  it.each<[string, string, SmsLength['alphabet'], number, number]>([
    ['nothing', '', 'GSM-7', 0, 1],
    ['160 signs', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['161 signs', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['306 signs, twice 153', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['307 signs', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['letters of Spanish, Italian and German', '¿ñÑéàèìòùäöüßÄÖÜ¡', 'GSM-7', 17, 1],
    ['80 signs of the extension table', '€'.repeat(80), 'GSM-7', 160, 1],
    ['a sign of two that would be parted at 153', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['an accent that is in no table', 'á', 'UCS-2', 1, 1],
    ['the quotes of a word processor', '’', 'UCS-2', 1, 1],
    ['a small c with a cedilla: the table has the capital alone', 'ç', 'UCS-2', 1, 1],
    ['70 Russian letters', 'ы'.repeat(70), 'UCS-2', 70, 1],
    ['71 Russian letters', 'ы'.repeat(71), 'UCS-2', 71, 2],
    ['an emoji of two units', '🦷', 'UCS-2', 2, 1],
    ['an emoji that would be parted at 67', `${'ы'.repeat(66)}🦷${'ы'.repeat(66)}`, 'UCS-2', 134, 3],
  ])('is right for one of %s', (_what, text, alphabet, units, messages) => {
    expect(smsLength(text)).toEqual({ alphabet, units, messages })
  })
})

const DAY_MS = 86_400_000
const languages = LANGUAGE_CODES.map(isoLanguage)
type Language = (typeof languages)[number]

const LONG = {
  clinicName: 'The Enamel Family Dental Clinic and Orthodontic Centre',
  place: 'Old Port Harcourt Township',
  host: 'appointments.enamel-dental-clinic.example.com',
}

/** The times of a year at a clinic, at the end of each day, when they are longest. */
function factsOf(language: Language, at: AppointmentFacts['clinic']): AppointmentFacts[] {
  return at.locations.flatMap((location) =>
    Array.from({ length: 365 }, (_, day) => {
      const startsAt = new Date(Date.UTC(2030, 0, 1, 15, 30) + day * DAY_MS)
      return {
        clinic: at,
        appointment: {
          id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
          reference: 'ACDEFGHJ',
          version: 1,
          startsAt,
          endsAt: startsAt,
          location: location.code,
          serviceText: 'Routine Check-Up',
        },
        patient: { firstName: 'Ada', email: '' },
        doctor: null,
        texts: textsIn(language),
        sender: { name: '', address: 'desk@example.com' },
      }
    }),
  )
}

/** A week before. */
const before = ({ appointment: { startsAt } }: AppointmentFacts) => ({
  startsAt: new Date(startsAt.getTime() - 7 * DAY_MS),
})

const withLink = (facts: AppointmentFacts, host: string): AppointmentFacts => ({
  ...facts,
  visitLink: visitLinkAddress(`https://${host}`, 'A'.repeat(22), 'sms'),
})

const movedOf = (facts: AppointmentFacts) => movedSmsText(facts, before(facts))

/** Its link is an offer's own, which is the longer one. */
const offerOf = (facts: AppointmentFacts) =>
  offerSmsText({
    ...facts,
    place: facts.clinic.locations.find(({ code }) => code === facts.appointment.location)!,
    startsAt: facts.appointment.startsAt,
    goodUntil: facts.appointment.startsAt,
    // On another day, which makes it longer.
    now: before(facts).startsAt,
    doctorName: '',
    visitStartsAt: null,
    link: (facts.visitLink ?? '').replace('#', `#${OFFER_TOKEN}`),
  })

const recallOf = ({ visitLink = '', ...facts }: AppointmentFacts) =>
  recallSmsText({ ...facts, bookingPage: `${new URL(visitLink).origin}/book-appointment` })

/** Twelve appointments, every four weeks at the same time. */
const seriesOf = (facts: AppointmentFacts) =>
  seriesSmsText(
    facts,
    Array.from({ length: 11 }, (_, at) => ({
      ...facts,
      appointment: {
        ...facts.appointment,
        startsAt: new Date(facts.appointment.startsAt.getTime() + (at + 1) * 28 * DAY_MS),
      },
    })),
  )

/** Each kind, with the appointment's own link and without. */
const allOf = (facts: AppointmentFacts) => [
  bookedSmsText(facts),
  cancelledSmsText(facts, null),
  cancelledSmsText(facts, 'We are closed.'),
  movedOf(facts),
  reminderSmsText(facts),
  closureSmsText(facts),
  standsSmsText(facts),
  seriesOf(facts),
  ...[reminderSmsText, bookedSmsText, movedOf, closureSmsText, offerOf, recallOf].map((text) =>
    text(withLink(facts, 'book.example.com')),
  ),
]

const most = (texts: string[]) => Math.max(...texts.map((text) => smsLength(text).messages))

const counted = new Map<Language, number[]>()

function messagesOf(language: Language): number[] {
  const messages = counted.get(language) ?? countMessages(language)
  counted.set(language, messages)
  return messages
}

function countMessages(language: Language): number[] {
  const long = {
    ...clinic,
    name: LONG.clinicName,
    // One is enough, as all of them would have that name.
    locations: clinic.locations.slice(0, 1).map((location) => ({ ...location, name: LONG.place })),
  }
  const code = (clinicName: string, host: string) =>
    codeSmsText({ clinicName, code: '123456', minutes: 3, host, texts: textsIn(language) })
  const [usualFacts, longFacts] = [factsOf(language, clinic), factsOf(language, long)]
  return [
    most(usualFacts.map(bookedSmsText)),
    most(longFacts.map(bookedSmsText)),
    most(usualFacts.map((facts) => cancelledSmsText(facts, null))),
    most(longFacts.map((facts) => cancelledSmsText(facts, null))),
    most(usualFacts.map((facts) => movedSmsText(facts, before(facts)))),
    most(longFacts.map((facts) => movedSmsText(facts, before(facts)))),
    most(usualFacts.map((facts) => reminderSmsText(withLink(facts, 'book.example.com')))),
    most(longFacts.map((facts) => reminderSmsText(withLink(facts, LONG.host)))),
    most(usualFacts.map(reminderSmsText)),
    most(longFacts.map(reminderSmsText)),
    most([code(clinic.name, 'book.example.com')]),
    most([code(LONG.clinicName, LONG.host)]),
    ...[bookedSmsText, movedOf, closureSmsText, offerOf, recallOf].flatMap((text) => [
      most(usualFacts.map((facts) => text(withLink(facts, 'book.example.com')))),
      most(longFacts.map((facts) => text(withLink(facts, LONG.host)))),
    ]),
    most(usualFacts.map(seriesOf)),
    most(longFacts.map(seriesOf)),
  ]
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const rowOf = (language: Language) => `| ${[NAMES.of(language), ...messagesOf(language)].join(' | ')} |`
const TABLE = readFileSync(new URL('../../../docs/sms-lengths.md', import.meta.url), 'utf8')

describe('the texts of an SMS', () => {
  it.each(languages)('in %s take as many messages as docs/sms-lengths.md says', (language) => {
    const row = TABLE.split('\n').find((line) => line.startsWith(`| ${NAMES.of(language)} |`))
    expect(row).toBe(rowOf(language))
  })

  it.each(['es', 'it', 'de', 'ha'] as const)('in %s fit one message with the usual facts', (language) => {
    const [booked, , cancelled, , , , reminder, , , , code] = messagesOf(language)
    expect({ booked, cancelled, reminder, code }).toEqual({ booked: 1, cancelled: 1, reminder: 1, code: 1 })
  })

  it.each(['es', 'it', 'de', 'ha', 'en'] as const)(
    'in %s use the GSM alphabet, without a phone number too',
    (language) => {
      const mute = { ...clinic, locations: clinic.locations.map(({ phone: _, ...location }) => location) }
      const signs = new Set<string>()
      // Each fifth day: every month, every weekday and every digit is among them.
      const days = [clinic, mute].flatMap((at) => factsOf(language, at).filter((_, day) => day % 5 === 0))
      for (const facts of days) for (const sign of allOf(facts).join('')) signs.add(sign)
      expect([...signs].filter((sign) => smsLength(sign).alphabet !== 'GSM-7')).toEqual([])
    },
  )

  it.each(languages)(
    'in %s name neither the patient nor the treatment, as others may read them',
    (language) => {
      const [facts] = factsOf(language, clinic)
      if (!facts) throw new Error('The clinic has no location.')
      const marked = {
        ...facts,
        appointment: { ...facts.appointment, serviceText: 'Wurzelqzx' },
        patient: { firstName: 'Adaqzx', email: 'ada.qzx@example.com' },
      }
      expect(allOf(marked).filter((text) => text.includes('qzx'))).toEqual([])
    },
  )
})
