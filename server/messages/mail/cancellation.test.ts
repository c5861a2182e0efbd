import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { textsIn } from '../../platform/text/texts.ts'
import { type CancellationFacts, cancellationMail } from './cancellation.ts'
import { confirmationMail } from './confirmation.ts'
import { wordsOf } from './words-of.fixture.ts'

const now = new Date('2030-03-02T10:00:00Z')
const facts: CancellationFacts = {
  clinic,
  appointment: {
    id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
    reference: 'ACDEFGHJ',
    version: 2,
    startsAt: new Date('2030-03-04T08:30:00Z'),
    endsAt: new Date('2030-03-04T09:00:00Z'),
    location: 'fct',
    serviceText: 'Routine Check-Up',
  },
  patient: { firstName: 'Ada', email: 'ada@example.com' },
  doctor: { name: 'Dr. Amaka Okafor', isChosen: true },
  texts: textsIn('en'),
  sender: { name: 'Enamel Dental Clinic', address: 'desk@example.com' },
  reason: 'Dr. Okafor is away that day. We are sorry.',
  bookingPage: 'https://book.example.com/book-appointment',
}

function eventIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, event: new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined) }
}

describe('the mail about a cancelled appointment', () => {
  it('states what was cancelled, why, how to book again and whom to ask, in plain text', () => {
    const mail = cancellationMail(facts, now)
    expect(mail.to).toBe('ada@example.com')
    expect(mail.subject).toBe(
      'Cancelled: your appointment on Monday, 4 March 2030 at 9:30 AM, Enamel Dental Clinic',
    )
    expect(mail.text).toBe(`Hello Ada,

Your appointment at Enamel Dental Clinic has been cancelled. You don't need to do anything.

When:      Monday, 4 March 2030 at 9:30 AM, Lagos time
Service:   Routine Check-Up, 30 minutes
Doctor:    Dr. Amaka Okafor

Message from the clinic: Dr. Okafor is away that day. We are sorry.

Book another time here:

https://book.example.com/book-appointment

Where:     27 Gana Street, Maitama, Abuja
Phone:     +234 700 000 0002
Reference: ACDEFGHJ

Any questions? Reply to this email or call +234 700 000 0002 and give your reference ACDEFGHJ.

You're getting this email because this address was given for the appointment. If that wasn't you, please reply.

Enamel Dental Clinic
`)
  })

  it('says the same in HTML, the time struck through, with a button to book again', () => {
    const { html } = cancellationMail(facts, now)
    expect(html).toMatch(/<s>Monday, 4 March 2030<\/s>.*<s>9:30 AM<\/s>/s)
    expect(wordsOf(html)).toMatch(
      /Message from the clinic: Dr\. Okafor is away that day\. We are sorry\. Book another time here: Book another time Where/,
    )
    expect(html.match(/href="https:\/\/(?!www\.google)[^"]*/g)).toEqual([`href="${facts.bookingPage}`])
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(/i)
    expect(Buffer.byteLength(html)).toBeLessThan(8_000)
  })

  it('mentions no reason when none was given', () => {
    const mail = cancellationMail({ ...facts, reason: null }, now)
    expect(mail.text).not.toContain('says')
    expect(mail.html).not.toContain('says')
    expect(mail.text).toContain('Dr. Amaka Okafor\n\nBook another time')
  })

  it('cancels the confirmation’s calendar entry, without the reason, the service or the patient', () => {
    const booked = confirmationMail({ ...facts, appointment: { ...facts.appointment, version: 1 } }, now)
    const before = eventIn(booked.calendar.text).event
    const { calendar: file } = cancellationMail(facts, now)
    const { calendar, event } = eventIn(file.text)
    expect(file.method).toBe('CANCEL')
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(event.uid).toBe(before.uid)
    expect(event.sequence).toBeGreaterThan(before.sequence)
    expect(event.startDate.toJSDate()).toEqual(facts.appointment.startsAt)
    expect(file.text).not.toMatch(/Check-Up|Ada|away/)
  })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`"><a href='https://thief.example'>`, '&quot;&gt;&lt;a href=&#39;https://thief.example&#39;&gt;'],
    ['Away\r\nBcc: thief@example.com\r\n\r\n<b>', 'Away Bcc: thief@example.com &lt;b&gt;'],
    ['Away\u2028\u202ethgir\u0000', 'Away thgir'],
    ['الطبيب مريض', 'الطبيب مريض'],
  ])('gives the reason %j as one line that is only text', (reason, shown) => {
    const mail = cancellationMail({ ...facts, reason, patient: { ...facts.patient, firstName: reason } }, now)
    expect(mail.html).toContain(`>Message from the clinic: <bdi>${shown}</bdi></p>`)
    expect(mail.html).toContain(`<bdi>Hello ${shown},</bdi>`)
    expect(mail.text.split('\n').filter((line) => line.startsWith('Message from the clinic: '))).toHaveLength(
      1,
    )
    expect(mail.text.split('\n')).toHaveLength(cancellationMail(facts, now).text.split('\n').length)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  it('names a location that the clinic no longer has by its code, and asks to reply', () => {
    const mail = cancellationMail(
      { ...facts, appointment: { ...facts.appointment, location: 'old' }, doctor: null },
      now,
    )
    expect(mail.text).toContain('Where:     old\nReference:')
    expect(mail.text).toContain('Reply to this email or ask at the clinic and give')
  })
})
