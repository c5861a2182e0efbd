import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'

const entry: CalendarEntry = {
  method: 'PUBLISH',
  id: 'PTKC3TTX',
  version: 1,
  startsAt: new Date('2030-03-04T09:30:00+01:00'),
  endsAt: new Date('2030-03-04T10:00:00+01:00'),
  summary:
    'Appointment at Ọ̀kà; Teeth, & Söhne with a name that is far too long for one line of a calendar file',
  location: 'Enamel, 27 Gana Street, Abuja',
  description: 'Reference: PTKC3TTX\nback\\slash',
  language: 'en',
}
const now = new Date('2030-03-01T08:00:00Z')
const text = calendarFile(entry, now)

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { calendar, event }
}

it('is read by a calendar program as it was meant', () => {
  const { event } = read(text)
  expect(event.uid).toBe('PTKC3TTX')
  expect(event.summary).toBe(entry.summary)
  expect(event.location).toBe(entry.location)
  expect(event.description).toBe(entry.description)
  expect(event.startDate.toJSDate()).toEqual(entry.startsAt)
  expect(event.duration.toSeconds()).toBe(30 * 60)
  expect(event.component.getFirstProperty('organizer')).toBeNull()
})

it('ends its lines with CRLF and folds them at 75 octets', () => {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

it('of the page is the entry that the mail brings: same id, same sequence, same method', () => {
  const organizer = { name: 'The "Old" Mill^, Söhne', address: 'desk@example.com' }
  const [page, mail] = [read(text), read(calendarFile({ ...entry, organizer }, now))]
  expect(mail.calendar.getFirstPropertyValue('method')).toBe(page.calendar.getFirstPropertyValue('method'))
  expect([mail.event.uid, mail.event.sequence]).toEqual([page.event.uid, page.event.sequence])
  const publisher = mail.event.component.getFirstProperty('organizer')
  expect(publisher?.getFirstValue()).toBe('mailto:desk@example.com')
  expect(publisher?.getFirstParameter('cn')).toBe(organizer.name)
})

it('takes no further lines from a line break', () => {
  const organizer = { name: 'Clinic\r\nATTENDEE:mailto:thief@example.com', address: 'desk@example.com' }
  const broken = { ...entry, location: 'Abuja\rATTENDEE:mailto:thief@example.com', organizer }
  const { event } = read(calendarFile(broken, now))
  expect(event.location).toBe('Abuja\nATTENDEE:mailto:thief@example.com')
  expect(event.component.getFirstProperty('attendee')).toBeNull()
})

it('has several entries in one file, each with its own id', () => {
  const { calendar } = read(calendarFile([entry, { ...entry, id: 'ACDEFGHJ', version: 3 }], now))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events.map(({ uid, sequence }) => [uid, sequence])).toEqual([
    ['PTKC3TTX', 0],
    ['ACDEFGHJ', 2],
  ])
  expect(calendar.getAllProperties('method')).toHaveLength(1)
})
