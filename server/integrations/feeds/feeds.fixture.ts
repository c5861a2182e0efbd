import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect } from 'vitest'

type Visit = {
  id: string
  summary: string
  start: string
  end: string
  location: string
  sequence: number
  status: string
}

const byStart = (a: Visit, b: Visit) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id)

/** The appointments of a feed by their start, read by two independent libraries, which have to agree. */
export function visitsIn(file: string): Visit[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const one = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      id: event.uid,
      summary: event.summary,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      location: event.location,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
  const other = Object.values(nodeIcal.sync.parseICS(file)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? [
          {
            id: event.uid,
            summary: String(event.summary),
            start: event.start.toISOString(),
            end: event.end?.toISOString() ?? '',
            location: String(event.location),
            sequence: Number(event.sequence),
            status: String(event.status),
          },
        ]
      : [],
  )
  expect(other.toSorted(byStart)).toEqual(one.toSorted(byStart))
  return one.toSorted(byStart)
}
