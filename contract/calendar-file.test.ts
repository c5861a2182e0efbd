import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import {
  type CalendarEntry,
  calendarFile,
  type FeedVisit,
  feedEnd,
  feedHead,
  feedVisits,
} from './calendar-file.ts'

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

it('a calendar program reads a calendar file as intended', () => {
  const { event } = read(text)
  expect(event.uid).toBe('PTKC3TTX')
  expect(event.summary).toBe(entry.summary)
  expect(event.location).toBe(entry.location)
  expect(event.description).toBe(entry.description)
  expect(event.startDate.toJSDate()).toEqual(entry.startsAt)
  expect(event.duration.toSeconds()).toBe(30 * 60)
  expect(event.component.getFirstProperty('organizer')).toBeNull()
})

it('a calendar file ends its lines with CRLF and folds them at 75 octets', () => {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

it('the calendar file of the page equals the entry in the mail: same id, sequence and method', () => {
  const organizer = { name: 'The "Old" Mill^, Söhne', address: 'desk@example.com' }
  const [page, mail] = [read(text), read(calendarFile({ ...entry, organizer }, now))]
  expect(mail.calendar.getFirstPropertyValue('method')).toBe(page.calendar.getFirstPropertyValue('method'))
  expect([mail.event.uid, mail.event.sequence]).toEqual([page.event.uid, page.event.sequence])
  const publisher = mail.event.component.getFirstProperty('organizer')
  expect(publisher?.getFirstValue()).toBe('mailto:desk@example.com')
  expect(publisher?.getFirstParameter('cn')).toBe(organizer.name)
})

it('a line break in a value adds no lines to a calendar file', () => {
  const organizer = { name: 'Clinic\r\nATTENDEE:mailto:thief@example.com', address: 'desk@example.com' }
  const broken = { ...entry, location: 'Abuja\rATTENDEE:mailto:thief@example.com', organizer }
  const { event } = read(calendarFile(broken, now))
  expect(event.location).toBe('Abuja\nATTENDEE:mailto:thief@example.com')
  expect(event.component.getFirstProperty('attendee')).toBeNull()
})

describe('a calendar feed', () => {
  const visit: FeedVisit = {
    id: '0b6c1c8e-6f0a-4f57-9d2e-1f4f4a6f9b01',
    version: 3,
    startsAt: new Date('2030-03-04T09:30:00+01:00'),
    endsAt: new Date('2030-03-04T10:00:00+01:00'),
    changedAt: now,
    isConfirmed: false,
    summary: 'A. O.',
    location: 'Abuja',
  }
  const head = {
    name: 'Enamel: Ọ̀kà; Söhne, & Co',
    timeZone: 'Africa/Lagos',
    language: 'en',
    refreshMinutes: 15,
  }
  const feed = (...visits: FeedVisit[]) =>
    `${feedHead(head)}${feedVisits(visits)}${feedEnd(visits.length === 0)}`

  it.each([
    ['commas, semicolons and backslashes', 'Block A, Floor 2; left\\right'],
    ['emoji over several lines', `${'🦷👩🏽‍⚕️'.repeat(40)} Lagos`],
    ['right-to-left letters', `${'عيادة الأسنان '.repeat(20)}Lagos`],
    ['three-byte letters', '歯'.repeat(200)],
    ['74 octets, and one more', 'x'.repeat(75 - 'SUMMARY:'.length)],
    ['a line break and a line of its own', 'A. O.\r\nATTENDEE:mailto:thief@example.com'],
  ])(
    'keeps a summary with %s in lines of at most 75 octets, and two programs read it back',
    (_what, summary) => {
      const file = feed({ ...visit, summary })
      const { event } = read(file)
      expect(event.summary).toBe(summary.replace('\r\n', '\n'))
      expect(event.component.getFirstProperty('attendee')).toBeNull()
      const other = Object.values(nodeIcal.sync.parseICS(file)).find((each) => each?.type === 'VEVENT')
      expect(other).toMatchObject({ summary: event.summary, start: visit.startsAt, end: visit.endsAt })
      for (const line of file.split('\r\n')) {
        expect(line).toBe(line.toWellFormed())
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      }
    },
  )

  it('states its name, its time zone, its refresh interval and whether each appointment is confirmed', () => {
    const { calendar, event } = read(feed(visit))
    // ical.js knows neither and leaves their escapes.
    for (const name of ['name', 'x-wr-calname'])
      expect(calendar.getFirstPropertyValue(name)).toBe('Enamel: Ọ̀kà\\; Söhne\\, & Co')
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Africa/Lagos')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT15M')
    expect(calendar.getFirstPropertyValue('method')).toBeNull()
    expect([event.uid, event.sequence]).toEqual([visit.id, 2])
    expect(event.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2030-03-01T08:00:00Z')
    expect(event.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
    const confirmed = read(feed({ ...visit, isConfirmed: true })).event
    expect(confirmed.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  it('has a component even without appointments', () => {
    const { calendar } = read(feed())
    expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })
})

it('a calendar file with several entries gives each an id of its own', () => {
  const { calendar } = read(calendarFile([entry, { ...entry, id: 'ACDEFGHJ', version: 3 }], now))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events.map(({ uid, sequence }) => [uid, sequence])).toEqual([
    ['PTKC3TTX', 0],
    ['ACDEFGHJ', 2],
  ])
  expect(calendar.getAllProperties('method')).toHaveLength(1)
})
