import { expect, it } from 'vitest'
import { FileRefused } from '../imports/file-refused.ts'
import type { BookLine } from './columns.ts'
import { icsBook } from './ics-book.ts'

const EVENT = {
  UID: 'one@old',
  DTSTART: '20300305T090000Z',
  DTEND: '20300305T093000Z',
  SUMMARY: 'Ada Obi',
}

/** Names may bring parameters: 'DTSTART;VALUE=DATE'. An empty text leaves a property out. */
function event(more: Record<string, string> = {}): string {
  const own = new Set(Object.keys(more).map((name) => name.split(';')[0]))
  const all = { ...Object.fromEntries(Object.entries(EVENT).filter(([name]) => !own.has(name))), ...more }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}:${value}`]))
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n')

async function read(text: string, { timeZone = 'Africa/Lagos', given = {}, portion = 7_919 } = {}) {
  async function* portions() {
    for (let i = 0; i < text.length; i += portion) yield text.slice(i, i + portion)
  }
  return Array.fromAsync(icsBook(portions(), { timeZone, given }))
}
const first = async (text: string, more = {}): Promise<BookLine> => (await read(text, more))[0] as BookLine

it('reads what an event says of a visit', async () => {
  const one = event({
    SUMMARY: 'Ada Chinwe Obi (ENM-00001)',
    LOCATION: 'Abuja',
    CATEGORIES: 'Deep Cleaning',
    'ATTENDEE;CN=Ada': 'mailto:ada@example.com',
    DESCRIPTION: 'Fears needles\\nphone: 0803 123 4567\\ndoctor: fct-musa',
    STATUS: 'TENTATIVE',
  })
  expect(await read(calendar('X-WR-CALNAME:Dr. Amaka Okafor', one), { portion: 5 })).toEqual([
    {
      line: 5,
      cells: {
        reference: 'one@old',
        doctor: 'fct-musa',
        location: 'Abuja',
        service: 'Deep Cleaning',
        status: 'open',
        clinic_id: 'ENM-00001',
        first_name: 'Ada Chinwe',
        last_name: 'Obi',
        email: 'ada@example.com',
        phone: '0803 123 4567',
        description: 'Fears needles',
      },
      at: { startsAt: new Date('2030-03-05T09:00:00Z'), endsAt: new Date('2030-03-05T09:30:00Z') },
    },
  ])
})

it('takes what is given for the calendar in place of its name and of rooms', async () => {
  const text = calendar('X-WR-CALNAME:Bookings', event({ LOCATION: 'Room 2' }))
  const given = { doctor: 'fct-okafor', location: 'fct' }
  expect(await first(text, { given })).toMatchObject({ cells: given })
})

const OWN_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Summer',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n')

it.each<[string, string, Record<string, string>, string]>([
  ['UTC', '', { DTSTART: '20300705T090000Z' }, '2030-07-05T09:00:00Z'],
  ['a zone by its name', '', { 'DTSTART;TZID=Europe/Berlin': '20300705T090000' }, '2030-07-05T07:00:00Z'],
  ['a floating time', '', { DTSTART: '20300705T090000' }, '2030-07-05T08:00:00Z'],
  [
    'a zone of its own in summer',
    OWN_ZONE,
    { 'DTSTART;TZID="Our Summer"': '20300705T090000' },
    '2030-07-05T07:00:00Z',
  ],
  [
    'a zone of its own in winter',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20301205T090000' },
    '2030-12-05T08:00:00Z',
  ],
])('%s says when', async (_, zone, start, expected) => {
  const text = calendar(...(zone === '' ? [] : [zone]), event({ ...start, DTEND: '', DURATION: 'PT45M' }))
  const at = new Date(expected)
  expect(await first(text)).toMatchObject({
    at: { startsAt: at, endsAt: new Date(at.getTime() + 45 * 60_000) },
  })
})

it.each<[string, Record<string, string>, string]>([
  ['repeats', { RRULE: 'FREQ=WEEKLY;COUNT=5' }, 'RRULE: The event repeats.'],
  ['repeats without end', { RRULE: 'FREQ=SECONDLY' }, 'RRULE: The event repeats.'],
  ['has more dates', { RDATE: '20300306T090000Z' }, 'RDATE: The event repeats.'],
  ['lasts a day', { 'DTSTART;VALUE=DATE': '20300305', DTEND: '' }, 'DTSTART: The event lasts whole days'],
  ['has no start', { DTSTART: '', DTEND: '' }, 'DTSTART: There is none'],
  ['begins at 24:00', { DTSTART: '20300305T240000Z' }, 'DTSTART: There is no such time of day'],
  ['begins at 9:61', { DTSTART: '20300305T096100Z' }, 'DTSTART: There is no such time of day'],
  [
    'begins within a minute',
    { DTSTART: '20300305T090030Z' },
    'DTSTART: Visits begin and end at whole minutes.',
  ],
  [
    'begins when clocks skip',
    { 'DTSTART;TZID=Europe/Berlin': '20300331T023000' },
    'DTSTART: Clocks skip this time',
  ],
  [
    'names an unknown zone',
    { 'DTSTART;TZID=Mars/Base': '20300305T090000' },
    'The time zone “Mars/Base” is unknown.',
  ],
  ['begins at no time', { DTSTART: 'soon' }, 'This event cannot be read.'],
  ['lasts no time', { DTEND: '', DURATION: 'long' }, 'This event cannot be read.'],
])('an event that %s is wrong', async (_, more, sentence) => {
  const read = await first(calendar(event(more)))
  expect('faults' in read ? read.faults : read).toContain(sentence)
})

it('a zone of its own that changes by the second is not made', async () => {
  const zone = OWN_ZONE.replace('FREQ=YEARLY;BYMONTH=10', 'FREQ=SECONDLY;BYMONTH=10')
  const text = calendar(zone, event({ 'DTSTART;TZID=Our Summer': '20300705T090000', DTEND: '' }))
  expect(await first(text)).toMatchObject({ faults: expect.stringContaining('is unknown') })
})

it('the change of one date of a series has a reference of its own', async () => {
  const text = calendar(event(), event({ 'RECURRENCE-ID': '20300305T090000Z' }))
  const references = (await read(text)).map((line) => 'cells' in line && line.cells.reference)
  expect(references).toEqual(['one@old', 'one@old 2030-03-05T09:00:00Z'])
})

it('alarms, journals and folded lines are no matter', async () => {
  const alarm = 'BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nDESCRIPTION:phone: 1\r\nEND:VALARM'
  const folded = event({ SUMMARY: 'Ada\r\n  Obi' }).replace('END:VEVENT', `${alarm}\r\nEND:VEVENT`)
  const journal = 'BEGIN:VJOURNAL\r\nUID:x\r\nEND:VJOURNAL'
  expect(await read(calendar(journal, folded))).toMatchObject([
    { line: 7, cells: { first_name: 'Ada', phone: '' } },
  ])
})

it('a cancellation of the whole calendar cancels its events', async () => {
  expect(await first(calendar('METHOD:CANCEL', event()))).toMatchObject({ cells: { status: 'cancelled' } })
})

it.each<[string, string, string]>([
  ['is empty', '', 'The file is empty.'],
  ['is none', 'reference,date\n', 'its first line is not BEGIN:VCALENDAR'],
  ['breaks off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n', 'The file breaks off in line 3.'],
  ['ends what did not begin', 'BEGIN:VCALENDAR\r\nEND:VEVENT\r\n', 'VEVENT ends and did not begin'],
  [
    'has an event that does not end before it',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VCALENDAR\r\n',
    'VCALENDAR ends and its VEVENT did not',
  ],
  ['has a huge line', calendar(event({ SUMMARY: 'x'.repeat(20_000) })), 'the line is too long'],
  ['has no line breaks', `BEGIN:VCALENDAR\r\n${'x'.repeat(50_000)}`, 'the line is too long'],
  [
    'has an event without end',
    calendar(event({ COMMENT: `a\r\n${'X-A:b\r\n'.repeat(20_000)}` })),
    'its VEVENT is too long',
  ],
  ['is a tower', `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(20)}`, 'cannot be read from line 9 on'],
])('a calendar that %s is refused', async (_, text, sentence) => {
  const reading = read(text)
  await expect(reading).rejects.toThrow(sentence)
  await expect(reading).rejects.toBeInstanceOf(FileRefused)
})
