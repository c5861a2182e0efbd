import { IMPORT_LINES_LIMIT } from '../../../contract/patients.ts'
import { isClinicDate } from '../../../domain/clinic-time.ts'
import { tidied } from '../../platform/imports/csv-lines.ts'
import { BOOK_COLUMNS, type BookLine, type Cells, type Instants } from './columns.ts'
import { tooMany } from './csv-book.ts'
import { type IcsBlock, type IcsCalendar, icsCalendars } from './ics-calendars.ts'
import { contactOf, isNoVisit, summaryOf } from './ics-person.ts'
import { type IcsProperty, nameIn, readProperty, textOf } from './ics-property.ts'
import { instantIn, minutesIn, type Zones, zonesOf } from './ics-times.ts'
import type { Words } from './words.ts'

/** Fields in lines of a description, as 'phone: 0803 123 4567'. */
const SAID_IN_DESCRIPTION = BOOK_COLUMNS.filter(
  (column) => !['reference', 'date', 'time', 'end_time', 'description'].includes(column),
)
const SAID_LINE = new RegExp(`^\\s*(${SAID_IN_DESCRIPTION.join('|')})\\s*:\\s*(.*)$`, 'i')

type Options = {
  /** The clinic's. */
  timeZone: string
  /** Replaces the calendar's defaults, and LOCATION, which is often a room. */
  given: Pick<Cells, 'doctor' | 'location'>
  /** Names of doctors among the attendees and of services in a summary. */
  words?: Pick<Words, 'doctor' | 'service'>
}

/**
 * The events of a calendar file as lines of a book, one calendar of it after the other. UTC and TZID say their instants; a
 * floating time is the clinic's. Events that repeat or last whole days have faults.
 * @throws FileRefused when it is no calendar, or too large
 */
export async function* icsBook(
  bytes: AsyncIterable<Uint8Array>,
  options: Options,
): AsyncGenerator<BookLine, void> {
  let count = 0
  for await (const calendar of icsCalendars(bytes)) {
    const place = { ...options, calendar, zones: zonesOf(calendar.blocks) }
    for (const block of calendar.blocks) {
      if (block.kind !== 'VEVENT') continue
      count += 1
      if (count > IMPORT_LINES_LIMIT) throw tooMany()
      yield { line: block.line, ...visitOf(block, place) }
    }
  }
}

type Place = Options & { calendar: IcsCalendar; zones: Zones }
/** A line without its number. */
type Visit =
  | { cells: Cells; at: Instants; isCalendars?: true; note?: string }
  | { passedOver: true }
  | { faults: string }

/** Properties that an appointment is read from. Of the first ones an event may have only one. */
const ONCE = ['UID', 'DTSTART', 'DTEND', 'DURATION', 'SUMMARY', 'STATUS', 'RECURRENCE-ID']
const REPEATING = ['RRULE', 'RDATE', 'EXRULE']
const READ = new Set([
  ...ONCE,
  ...REPEATING,
  'DESCRIPTION',
  'LOCATION',
  'CATEGORIES',
  'ATTENDEE',
  'ORGANIZER',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
])

function visitOf({ lines, fault }: IcsBlock, place: Place): Visit {
  if (fault) return { faults: fault }
  const properties: IcsProperty[] = []
  for (const line of lines) {
    const name = nameIn(line)
    if (name === null || !READ.has(name)) continue
    const property = readProperty(line)
    if (!property) return { faults: `${name}: This event cannot be read.` }
    properties.push(property)
  }
  const all = (name: string) => properties.filter((each) => each.name === name)
  const twice = ONCE.find((name) => all(name).length > 1)
  if (twice) return { faults: `${twice}: This event cannot be read, as it has more than one of them.` }
  const text = (name: string) => textOf(all(name)[0]?.value ?? '').trim()
  const isFree = [text('TRANSP'), text('X-MICROSOFT-CDO-BUSYSTATUS')].some((value) =>
    ['TRANSPARENT', 'FREE'].includes(value.toUpperCase()),
  )
  if (isFree) return { passedOver: true }
  const repeating = REPEATING.find((name) => all(name).length > 0)
  if (repeating) {
    const sentence = 'The event repeats. Please export it as single events, or enter its visits at the desk.'
    return { faults: `${repeating}: ${sentence}` }
  }
  const instants = instantsOf(all, place)
  if ('faults' in instants) return instants
  const read = cellsOf(properties, text, place)
  return 'faults' in read ? read : { ...read, at: instants }
}

type Texts = (name: string) => string

function instantsOf(all: (name: string) => IcsProperty[], place: Place): Instants | { faults: string } {
  const [start, end, duration] = ['DTSTART', 'DTEND', 'DURATION'].map((name) => all(name)[0])
  const startsAt = instantIn(start, place)
  if ('fault' in startsAt) return { faults: `DTSTART: ${startsAt.fault}` }
  const endsAt = end && instantIn(end, place)
  if (endsAt && 'fault' in endsAt) return { faults: `DTEND: ${endsAt.fault}` }
  if (!duration) return { startsAt: startsAt.at, endsAt: endsAt?.at ?? null }
  const minutes = minutesIn(duration.value)
  if (minutes === null) return { faults: 'DURATION: This is no length such as PT30M.' }
  const lasting = new Date(startsAt.at.getTime() + minutes * 60_000)
  if (endsAt && endsAt.at.getTime() !== lasting.getTime()) {
    return { faults: 'DURATION: DTEND says something else.' }
  }
  return { startsAt: startsAt.at, endsAt: lasting }
}

function cellsOf(
  properties: readonly IcsProperty[],
  text: Texts,
  { calendar, zones, timeZone, given, words }: Place,
): { cells: Cells; isCalendars?: true; note?: string } | { faults: string } {
  const { said, others } = readDescription(text('DESCRIPTION'))
  const reference = referenceOf(properties, text, { zones, timeZone })
  if ('faults' in reference) return reference
  const status = calendar.method === 'CANCEL' ? 'cancelled' : STATUSES.get(text('STATUS').toUpperCase())
  if (!status) return { faults: 'STATUS: Please write CONFIRMED, TENTATIVE or CANCELLED.' }
  const summary = summaryOf(tidied(text('SUMMARY')), words)
  const own = [calendar.name, given.doctor ?? ''].filter((each) => each !== '')
  const owner = { names: own.flatMap((each) => [each, words?.doctor(each)?.name ?? each]), words }
  const { note, ...contact } = contactOf(properties, summary.name, owner)
  const name = summary.name === '' ? contact.name : summary.name
  const isSaid = ['email', 'phone'].some((column) => Object.hasOwn(said, column))
  const hasContact = isSaid || contact.email !== '' || contact.phone !== ''
  if (
    !hasContact &&
    summary.clinic_id === '' &&
    !said.clinic_id &&
    !said.last_name &&
    isNoVisit(text('SUMMARY'))
  ) {
    return {
      faults:
        'SUMMARY: This names no patient. If it is a visit, please write the name there, with a phone number or the clinic id.',
    }
  }
  const nameParts = name.split(/\s+/)
  return {
    cells: {
      reference: reference.text,
      doctor: given.doctor ?? calendar.name,
      location: given.location ?? tidied(text('LOCATION')),
      service: tidied(text('CATEGORIES')) || (summary.service ?? ''),
      status,
      clinic_id: summary.clinic_id ?? '',
      first_name: nameParts.slice(0, -1).join(' '),
      last_name: nameParts.at(-1) ?? '',
      email: contact.email,
      phone: contact.phone,
      description: others,
      ...said,
    },
    ...(said.doctor === undefined && { isCalendars: true as const }),
    ...(note !== undefined && !isSaid && { note }),
  }
}

const STATUSES = new Map([
  ['', 'confirmed'],
  ['CONFIRMED', 'confirmed'],
  ['TENTATIVE', 'open'],
  ['CANCELLED', 'cancelled'],
  ['CANCELED', 'cancelled'],
])

function readDescription(description: string): { said: Cells; others: string } {
  const said: Cells = {}
  const others: string[] = []
  for (const line of description.split(/\r?\n/)) {
    const [, name = '', value = ''] = SAID_LINE.exec(line) ?? []
    const column = SAID_IN_DESCRIPTION.find((each) => each === name.toLowerCase())
    if (column) said[column] = tidied(value)
    else others.push(line)
  }
  return { said, others: others.join('\n').trim() }
}

/** The UID; of one event of a series with the date it had in it, as it is written there. */
function referenceOf(
  properties: readonly IcsProperty[],
  text: Texts,
  place: Pick<Place, 'zones' | 'timeZone'>,
): { text: string } | { faults: string } {
  const recurrence = properties.find(({ name }) => name === 'RECURRENCE-ID')
  if (!recurrence) return { text: text('UID') }
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(recurrence.value.trim())?.slice(1).join('-')
  if (day && isClinicDate(day)) return { text: `${text('UID')} ${day}` }
  const instant = instantIn(recurrence, place)
  if ('fault' in instant) return { faults: `RECURRENCE-ID: ${instant.fault}` }
  const written = recurrence.value
    .trim()
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/, '$1-$2-$3T$4:$5:$6$7')
  return { text: `${text('UID')} ${written}` }
}
