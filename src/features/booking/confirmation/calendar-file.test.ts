import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const facts = {
  reference: 'PTKC3TTX',
  start: new Date('2030-03-04T09:30:00+01:00'),
  summary:
    'Appointment at Ọ̀kà; Teeth, & Söhne with a name that is far too long for one line of a calendar file',
  location: 'Enamel, 27 Gana Street, Abuja',
  description: 'Reference: PTKC3TTX\nback\\slash',
}
const text = calendarFile(facts, new Date('2030-03-01T08:00:00Z'))

it('is read by a calendar program as it was meant', () => {
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  const event = new ICAL.Event(component ?? undefined)
  expect(event.uid).toBe('PTKC3TTX')
  expect(event.summary).toBe(facts.summary)
  expect(event.location).toBe(facts.location)
  expect(event.description).toBe(facts.description)
  expect(event.startDate.toJSDate()).toEqual(facts.start)
  expect(event.duration.toSeconds()).toBe(30 * 60)
})

it('ends its lines with CRLF and folds them at 75 octets', () => {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
