import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { AppointmentFacts } from './appointment-mail.ts'
import { confirmationMail } from './confirmation.ts'
import { wordsOf } from './words-of.fixture.ts'

const now = new Date('2030-03-01T10:00:00Z')
const facts: AppointmentFacts = {
  clinic,
  appointment: {
    id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
    reference: 'ACDEFGHJ',
    version: 1,
    startsAt: new Date('2030-03-04T08:30:00Z'),
    endsAt: new Date('2030-03-04T09:00:00Z'),
    location: 'fct',
    serviceText: 'Routine Check-Up',
  },
  patient: { firstName: 'Ada', email: 'ada@example.com' },
  doctor: { name: 'Dr. Amaka Okafor', isChosen: true },
  texts: textsIn('en'),
  sender: { name: 'Enamel Dental Clinic', address: 'desk@example.com' },
}

describe('the confirmation mail', () => {
  it('states all that a patient needs, in plain text', () => {
    const mail = confirmationMail(facts, now)
    expect(mail.to).toBe('ada@example.com')
    expect(mail.subject).toBe('Your appointment on Monday, 4 March 2030 at 9:30 AM, Enamel Dental Clinic')
    expect(mail.text).toBe(`Hello Ada,

Your appointment at Enamel Dental Clinic is booked.

When:      Monday, 4 March 2030 at 9:30 AM, Lagos time
Service:   Routine Check-Up, 30 minutes
Doctor:    Dr. Amaka Okafor
Where:     27 Gana Street, Maitama, Abuja
Phone:     +234 700 000 0002
Reference: ACDEFGHJ

To change or cancel it, reply to this email or call +234 700 000 0002 and give your reference ACDEFGHJ.

You're getting this email because this address was given for the appointment. If that wasn't you, please reply.

Enamel Dental Clinic
`)
  })

  it('says the same in HTML, which loads nothing: the day and the hour first', () => {
    const { html } = confirmationMail(facts, now)
    const words = wordsOf(html)
    expect(words).toMatch(
      /Hello Ada, Your appointment .* booked\. Monday, 4 March 2030 9:30 AM Lagos time Routine Check-Up, 30 minutes with Dr\. Amaka Okafor Where 27 Gana Street, Maitama, Abuja Show on a map Phone \+234 700 000 0002 Reference ACDEFGHJ To change/,
    )
    expect(html).toContain('href="tel:+2347000000002"')
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(/i)
    expect(Buffer.byteLength(html)).toBeLessThan(8_000)
  })

  it('has buttons between the time and the place, once the appointment has a page', () => {
    const visitLink = 'https://book.example.com/visit#abc'
    const { html, text } = confirmationMail({ ...facts, visitLink }, now)
    expect(wordsOf(html)).toMatch(
      /Okafor Please confirm your appointment: Confirm Change or cancel Add to calendar Where/,
    )
    expect(html.split(`href="${visitLink}"`)).toHaveLength(4)
    expect(text).toContain(`Doctor:    Dr. Amaka Okafor

Please confirm your appointment:

Confirm / Change or cancel / Add to calendar:
${visitLink}

Where:     27 Gana Street, Maitama, Abuja`)
  })

  it('warns that an assigned doctor may change', () => {
    const doctor = { name: 'Dr. Amaka Okafor', isChosen: false }
    expect(confirmationMail({ ...facts, doctor }, now).text).toContain('Dr. Amaka Okafor (may change)')
    expect(confirmationMail(facts, now).text).not.toContain('may still change')
  })

  it('leaves the doctor out when there is none', () => {
    const mail = confirmationMail({ ...facts, doctor: null }, now)
    expect(mail.text).not.toContain('Doctor')
    expect(mail.html).not.toContain('Doctor')
  })

  it('has a calendar entry with the place and the reference, and neither service nor patient', () => {
    const { calendar } = confirmationMail(facts, now)
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(calendar.text)).getFirstSubcomponent('vevent') ?? undefined,
    )
    expect(event.location).toBe('Enamel Dental Clinic, 27 Gana Street, Maitama, Abuja')
    expect(event.description).toContain('ACDEFGHJ')
    expect(calendar.text).not.toMatch(/Check-Up|Ada/)
  })

  it('names a location that the clinic no longer has by its code', () => {
    const mail = confirmationMail({ ...facts, appointment: { ...facts.appointment, location: 'old' } }, now)
    expect(mail.text).toContain('Where:     old\n')
  })

  it.each([
    ['<script>alert(1)</script>', 'Hello &lt;script&gt;alert(1)&lt;/script&gt;,'],
    [`O'Brien "Bee"`, 'Hello O&#39;Brien &quot;Bee&quot;,'],
    ['Ada\r\nBcc: thief@example.com', 'Hello Ada Bcc: thief@example.com,'],
    ['عمر', 'Hello عمر,'],
    ['Zoë 👩🏽‍⚕️', 'Hello Zoë 👩🏽‍⚕️,'],
    ['Ada, Jr.; Obi', 'Hello Ada, Jr.; Obi,'],
    ['a & b', 'Hello a &amp; b,'],
  ])('greets %j safely', (firstName, greeting) => {
    const mail = confirmationMail({ ...facts, patient: { ...facts.patient, firstName } }, now)
    expect(mail.html).toContain(`<bdi>${greeting}</bdi>`)
    expect(mail.text.split('\n')[0]).toBe(`Hello ${firstName.replace('\r\n', ' ')},`)
    expect(mail.subject).not.toContain('\n')
  })

  it('escapes the names of clinic, doctor and service too', () => {
    const { html } = confirmationMail(
      {
        ...facts,
        clinic: { ...clinic, name: 'Tooth & <b>Co</b>' },
        doctor: { name: '<i>Dr.</i>', isChosen: true },
        appointment: { ...facts.appointment, serviceText: '<u>Crowns</u>' },
      },
      now,
    )
    expect(html).not.toMatch(/<b>|<i>|<u>/)
    expect(html).toContain('Tooth &amp; &lt;b&gt;Co&lt;/b&gt;')
  })
})
