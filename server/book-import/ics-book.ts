import ICAL from 'ical.js'
import { IMPORT_LINES_LIMIT } from '../../contract/patients.ts'
import { clinicDate, clinicTime, isTimeOfDay, toInstant } from '../../domain/clinic-time.ts'
import { tidied } from '../imports/csv-lines.ts'
import { readable } from '../imports/file-head.ts'
import { BOOK_COLUMNS, type BookLine, type Cells } from './columns.ts'
import { tooMany } from './csv-book.ts'
import { type IcsHead, icsBlocks } from './ics-events.ts'

/** Own definitions of time zones in one file; each of them is parsed at once. */
const ZONES = 50
/** What lines of a description may say, as 'phone: 0803 123 4567'. */
const SAID_IN_DESCRIPTION = BOOK_COLUMNS.filter(
  (column) => !['reference', 'date', 'time', 'end_time', 'description'].includes(column),
)
const SAID_LINE = new RegExp(`^\\s*(${SAID_IN_DESCRIPTION.join('|')})\\s*:\\s*(.*)$`, 'i')

type Zones = Map<string, ICAL.Timezone>

/**
 * The events of a calendar file as lines of a book, read as a stream. UTC and TZID say their instants; a floating time is
 * the clinic's. Events that repeat or last whole days have faults.
 * @param timeZone the clinic's
 * @param given in place of what a calendar says of all its events, and of LOCATION, which is often a room
 * @throws FileRefused when it cannot be read, or not from some line on
 */
export async function* icsBook(
  text: AsyncIterable<string>,
  { timeZone, given }: Pick<Place, 'timeZone' | 'given'>,
): AsyncGenerator<BookLine, void> {
  const head: IcsHead = { name: '', method: '' }
  const zones: Zones = new Map()
  let count = 0
  for await (const { kind, line, text: block } of icsBlocks(text, head)) {
    if (kind === 'VTIMEZONE') {
      noteZone(zones, block)
      continue
    }
    count += 1
    if (count > IMPORT_LINES_LIMIT) throw tooMany()
    yield { line, ...visitOf(block, { head, zones, timeZone, given }) }
  }
}

type Place = { head: IcsHead; zones: Zones; timeZone: string; given: Pick<Cells, 'doctor' | 'location'> }
type Visit = { cells: Cells; at: { startsAt: Date; endsAt: Date | null } } | { faults: string }

function visitOf(block: string, place: Place): Visit {
  try {
    const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${block}END:VCALENDAR`))
    const event = calendar.getFirstSubcomponent('vevent')
    if (event) return visitIn(event, place)
  } catch {
    // The library reads each value only when it is asked for, and throws then.
  }
  return { faults: 'This event cannot be read.' }
}

function visitIn(event: ICAL.Component, place: Place): Visit {
  const repeated = ['rrule', 'rdate', 'exrule'].find((name) => event.hasProperty(name))
  if (repeated) {
    const sentence = 'The event repeats. Please export it as single events, or enter its visits at the desk.'
    return { faults: `${repeated.toUpperCase()}: ${sentence}` }
  }
  const start = instantOf(event, 'dtstart', place)
  if ('fault' in start) return { faults: start.fault }
  const end = event.hasProperty('dtend') ? instantOf(event, 'dtend', place) : null
  if (end && 'fault' in end) return { faults: end.fault }
  const duration = event.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : null
  const lasting = seconds === null ? null : new Date(start.at.getTime() + seconds * 1_000)
  return { cells: cellsOf(event, place), at: { startsAt: start.at, endsAt: end?.at ?? lasting } }
}

function cellsOf(event: ICAL.Component, { head, given }: Place): Cells {
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? '').trim()
  const said: Cells = {}
  const others: string[] = []
  for (const line of text('description').split(/\r?\n/)) {
    const [, name = '', value = ''] = SAID_LINE.exec(line) ?? []
    const column = SAID_IN_DESCRIPTION.find((each) => each === name.toLowerCase())
    if (column) said[column] = tidied(value)
    else others.push(line)
  }
  const recurrence = text('recurrence-id')
  return {
    reference: recurrence === '' ? text('uid') : `${text('uid')} ${recurrence}`,
    doctor: given.doctor ?? head.name,
    location: given.location ?? tidied(text('location')),
    service: tidied(text('categories')),
    status: statusOf(head.method === 'CANCEL' ? 'CANCELLED' : text('status')),
    ...whoseOf(event, tidied(text('summary'))),
    description: others.join('\n').trim(),
    ...said,
  }
}

const statusOf = (text: string) =>
  ({ CANCELLED: 'cancelled', TENTATIVE: 'open' })[text.toUpperCase()] ?? 'confirmed'

/** 'Ada Obi' or 'Ada Obi (ENM-00001)'; the address of whoever is invited. */
function whoseOf(event: ICAL.Component, summary: string): Cells {
  const [, name = summary, clinicId = ''] = /^(.*?)\s*\(([^()]+)\)$/.exec(summary) ?? []
  const words = name.split(/\s+/)
  const invited = event.getAllProperties('attendee').map((each) => String(each.getFirstValue()))
  const contact = (scheme: string) =>
    invited
      .find((address) => address.toLowerCase().startsWith(scheme))
      ?.slice(scheme.length)
      .trim() ?? ''
  return {
    clinic_id: clinicId,
    first_name: words.slice(0, -1).join(' '),
    last_name: words.at(-1) ?? '',
    email: contact('mailto:'),
    phone: contact('tel:'),
  }
}

function instantOf(
  event: ICAL.Component,
  name: string,
  { zones, timeZone }: Place,
): { at: Date } | { fault: string } {
  const label = name.toUpperCase()
  const fault = (sentence: string) => ({ fault: `${label}: ${sentence}` })
  const property = event.getFirstProperty(name)
  const time = property?.getFirstValue()
  if (!property || !(time instanceof ICAL.Time)) return fault('There is none, or it is no time.')
  if (time.isDate) return fault('The event lasts whole days and has no time.')
  // As it was written: the library would turn 24:00 into the next day.
  const [, date = '', clock = '', seconds = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(\d\d)/.exec(String(property.toJSON()[3])) ?? []
  if (!isTimeOfDay(clock)) return fault('There is no such time of day; midnight is 00:00 of the next day.')
  if (seconds !== '00') return fault('Visits begin and end at whole minutes.')
  if (time.zone === ICAL.Timezone.utcTimezone) return { at: new Date(`${date}T${clock}:00Z`) }
  const named = property.getFirstParameter('tzid')
  const zone = named ? zoneOf(named) : timeZone
  if (zone) {
    const at = toInstant(date, clock, zone)
    const isThere = clinicDate(at, zone) === date && clinicTime(at, zone) === clock
    return isThere ? { at } : fault('Clocks skip this time on that day.')
  }
  const defined = zones.get(named ?? '')
  if (!defined) return fault(`The time zone “${readable(named ?? '')}” is unknown.`)
  time.zone = defined
  return { at: time.toJSDate() }
}

const known = new Map<string, string | null>()

/** The zone as the runtime knows it; null: it does not. */
function zoneOf(name: string): string | null {
  let zone = known.get(name)
  if (zone === undefined) {
    zone = isZone(name) ? name : null
    if (known.size < 1_000) known.set(name, zone)
  }
  return zone
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Only rules by the year, of which the library makes few; an own zone of another kind stays unknown. */
function noteZone(zones: Zones, block: string): void {
  const rules = [...block.matchAll(/^RRULE[^\r\n]*/gim)].map(([rule]) => rule.toUpperCase())
  if (zones.size === ZONES || rules.length > 100) return
  if (
    rules.some(
      (rule) => !/FREQ=YEARLY/.test(rule) || /BY(?:SECOND|MINUTE|HOUR|SETPOS|WEEKNO|YEARDAY)/.test(rule),
    )
  )
    return
  try {
    const calendar = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${block}END:VCALENDAR`))
    const component = calendar.getFirstSubcomponent('vtimezone')
    if (!component) return
    const zone = new ICAL.Timezone({ component, tzid: String(component.getFirstPropertyValue('tzid')) })
    zones.set(zone.tzid, zone)
  } catch {
    // A visit that names it says so.
  }
}
