import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { textsIn } from '../../platform/text/texts.ts'
import { type CalendarEntry, type CalendarFile, calendarEntry } from './calendar-entry.ts'

const now = new Date('2030-03-01T10:20:30Z')
const texts = textsIn('en')
const entry: CalendarEntry = {
  method: 'REQUEST',
  id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
  version: 1,
  startsAt: new Date('2030-03-04T08:30:00Z'),
  endsAt: new Date('2030-03-04T09:00:00Z'),
  location: 'Enamel Dental Clinic, Abuja, 27 Gana Street, Maitama, Abuja',
  description: 'Reference ACDEFGHJ\nTo change it, reply to this email.',
  organizer: { name: 'Enamel Dental Clinic', address: 'desk@example.com' },
  attendee: 'ada@example.com',
}

function parsed({ text }: CalendarFile) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  return { calendar, event: new ICAL.Event(events[0]) }
}

describe('the calendar entry of an appointment', () => {
  it('states when and where, and nothing medical', () => {
    const { calendar, event } = parsed(calendarEntry(entry, texts, now))
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(event.uid).toBe(entry.id)
    expect(event.summary).toBe('Dental appointment')
    expect(event.location).toBe(entry.location)
    expect(event.description).toBe(entry.description)
    expect(event.startDate.toJSDate()).toEqual(entry.startsAt)
    expect(event.endDate.toJSDate()).toEqual(entry.endsAt)
    expect(event.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2030-03-01T10:20:30Z')
    expect(event.component.getFirstPropertyValue('class')).toBe('PRIVATE')
    expect(event.component.getFirstPropertyValue('organizer')).toBe('mailto:desk@example.com')
    const attendee = event.component.getFirstProperty('attendee')
    expect(attendee?.getFirstValue()).toBe('mailto:ada@example.com')
    // Has said yes, and is asked for no answer.
    expect(attendee?.getParameter('partstat')).toBe('ACCEPTED')
    expect(attendee?.getParameter('rsvp')).toBe('FALSE')
  })

  it('gives each of its times in UTC', () => {
    const { text } = calendarEntry(entry, texts, now)
    expect(text).toContain('\r\nDTSTART:20300304T083000Z\r\n')
    expect(text).toContain('\r\nDTEND:20300304T090000Z\r\n')
    expect(text).toContain('\r\nDTSTAMP:20300301T102030Z\r\n')
  })

  it.each([
    { version: 1, sequence: 0 },
    { version: 4, sequence: 3 },
  ])('of version $version has sequence $sequence', ({ version, sequence }) => {
    expect(parsed(calendarEntry({ ...entry, version }, texts, now)).event.sequence).toBe(sequence)
  })

  it.each([
    ['commas, semicolons and backslashes', 'Block A, Floor 2; left\\right'],
    ['quotes', 'The "Old" Mill, St. Mary\'s'],
    ['markup', '<script>alert(1)</script>'],
    ['emoji over several lines', `${'🦷👩🏽‍⚕️'.repeat(40)} Lagos`],
    ['right-to-left letters', `${'عيادة الأسنان '.repeat(20)}Lagos`],
    ['three-byte letters', '歯'.repeat(200)],
    ['a colon at the fold', `${'x'.repeat(64)}:BEGIN:VEVENT`],
  ])('keeps a location with %s, in lines of at most 75 octets', (_what, location) => {
    const file = calendarEntry(
      { ...entry, location, organizer: { name: location, address: 'd@example.com' } },
      texts,
      now,
    )
    const { event } = parsed(file)
    const { text } = file
    expect(event.location).toBe(location)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of text.slice(0, -2).split('\r\n')) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line).toBe(line.toWellFormed())
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
  })

  it('of a cancelled appointment removes the entry: same id, higher sequence', () => {
    const booked = parsed(calendarEntry(entry, texts, now)).event
    const file = calendarEntry({ ...entry, method: 'CANCEL', version: 2 }, texts, now)
    const { calendar, event } = parsed(file)
    expect(file.method).toBe('CANCEL')
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(event.uid).toBe(booked.uid)
    expect(event.sequence).toBeGreaterThan(booked.sequence)
    expect(event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.summary).toBe('Cancelled: dental appointment')
    expect(event.attendees.map((one) => one.getFirstValue())).toEqual(['mailto:ada@example.com'])
  })

  it('gets no further lines from a line break in a name', () => {
    const { event } = parsed(
      calendarEntry({ ...entry, location: 'Abuja\r\nATTENDEE:mailto:thief@example.com' }, texts, now),
    )
    expect(event.location).toBe('Abuja ATTENDEE:mailto:thief@example.com')
    expect(event.attendees).toHaveLength(1)
  })
})
