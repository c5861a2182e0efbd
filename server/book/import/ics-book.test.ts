import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import type { BookLine } from './columns.ts'
import { icsBook } from './ics-book.ts'
import { minutesIn } from './ics-times.ts'
import { wordsOf } from './words.ts'

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

const words = wordsOf(clinic)

async function read(
  file: string | Uint8Array,
  { timeZone = 'Africa/Lagos', given = {}, portion = 7_919 } = {},
) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  async function* portions() {
    for (let i = 0; i < bytes.length; i += portion) yield bytes.subarray(i, i + portion)
  }
  return Array.fromAsync(icsBook(portions(), { timeZone, given, words }))
}
const first = async (text: string | Uint8Array, more = {}): Promise<BookLine> =>
  (await read(text, more))[0] as BookLine

it('a calendar event is read as an appointment', async () => {
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

it('given values replace the calendar’s name and rooms', async () => {
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
])('the time is read from %s', async (_, zone, start, expected) => {
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
  ['lasts a day', { 'DTSTART;VALUE=DATE': '20300305', DTEND: '' }, 'DTSTART: The event is all day'],
  ['has no start', { DTSTART: '', DTEND: '' }, 'DTSTART: There is none'],
  ['begins in month 13', { DTSTART: '20301310T090000Z' }, "DTSTART: This day doesn't exist."],
  ['begins on 30 February', { DTSTART: '20300230T090000Z' }, "DTSTART: This day doesn't exist."],
  ['begins in the year 0', { DTSTART: '00000305T090000Z' }, "DTSTART: This day doesn't exist."],
  ['ends on 31 April', { DTEND: '20300431T093000Z' }, "DTEND: This day doesn't exist."],
  ['begins at 25:00', { DTSTART: '20300305T250000Z' }, "DTSTART: This time doesn't exist"],
  ['begins in second 60', { DTSTART: '20300305T090060Z' }, "DTSTART: This time doesn't exist"],
  ['has a fraction of a second', { DTSTART: '20300305T090000.000Z' }, 'DTSTART: There is none, or'],
  ['has an offset', { DTSTART: '20300305T090000+0000' }, 'DTSTART: There is none, or'],
  ['is written with hyphens', { DTSTART: '2030-03-05T09:00:00Z' }, 'DTSTART: There is none, or'],
  ['has digits of full width', { DTSTART: '２０３００３０５T090000Z' }, 'DTSTART: There is none, or'],
  ['has a time without seconds', { DTSTART: '20300305T0900Z' }, 'DTSTART: There is none, or'],
  ['begins at 24:00', { DTSTART: '20300305T240000Z' }, "DTSTART: This time doesn't exist"],
  ['begins at 9:61', { DTSTART: '20300305T096100Z' }, "DTSTART: This time doesn't exist"],
  [
    'begins within a minute',
    { DTSTART: '20300305T090030Z' },
    'DTSTART: Appointments start and end at whole minutes.',
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
  ['begins at no time', { DTSTART: 'soon' }, 'DTSTART: There is none, or it is no date and time'],
  ['lasts no time', { DTEND: '', DURATION: 'long' }, 'DURATION: This is no length such as PT30M.'],
  ['has two lengths', { DURATION: 'PT45M' }, 'DURATION: DTEND says something else.'],
  ['has a status that nobody knows', { STATUS: 'MAYBE' }, 'STATUS: Please write CONFIRMED'],
  [
    'is a date of a series on no day',
    { 'RECURRENCE-ID': '20300230T090000Z' },
    "RECURRENCE-ID: This day doesn't exist.",
  ],
])('an event that %s is wrong', async (_, more, sentence) => {
  const read = await first(calendar(event(more)))
  expect('faults' in read ? read.faults : read).toContain(sentence)
})

it('a custom zone that changes by the second is not built', async () => {
  const zone = OWN_ZONE.replace('FREQ=YEARLY;BYMONTH=10', 'FREQ=SECONDLY;BYMONTH=10')
  const text = calendar(zone, event({ 'DTSTART;TZID=Our Summer': '20300705T090000', DTEND: '' }))
  expect(await first(text)).toMatchObject({ faults: expect.stringContaining('is unknown') })
})

it('the change of one date of a series has a reference of its own', async () => {
  const text = calendar(event(), event({ 'RECURRENCE-ID': '20300305T090000Z' }))
  const references = (await read(text)).map((line) => 'cells' in line && line.cells.reference)
  expect(references).toEqual(['one@old', 'one@old 2030-03-05T09:00:00Z'])
})

it('alarms, journals and folded lines make no difference', async () => {
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

it.each(['REQUEST', 'PUBLISH', 'publish'])('a calendar with METHOD:%s is read', async (method) => {
  expect(await first(calendar(`METHOD:${method}`, event()))).toMatchObject({ cells: { status: 'confirmed' } })
})

it.each(['REPLY', 'COUNTER', 'DeclineCounter', 'REFRESH'])(
  'a calendar with METHOD:%s is refused, as it is an answer to an invitation and not the book',
  async (method) => {
    const lines = [event(), `METHOD:${method}`]
    for (const parts of [lines, lines.toReversed()]) {
      const reading = read(calendar(...parts))
      await expect(reading).rejects.toThrow(
        `METHOD:${method.toUpperCase()}: The file is an answer to an invitation`,
      )
      await expect(reading).rejects.toBeInstanceOf(FileRefused)
    }
  },
)

it.each<[string, string, string]>([
  ['is empty', '', 'The file is empty.'],
  ['is none', 'reference,date\n', 'the first line is not BEGIN:VCALENDAR'],
  ['has no line breaks', 'x'.repeat(50_000), 'the first line is not BEGIN:VCALENDAR'],
])('a calendar that %s is refused', async (_, text, sentence) => {
  const reading = read(text)
  await expect(reading).rejects.toThrow(sentence)
  await expect(reading).rejects.toBeInstanceOf(FileRefused)
})

/** Lines of valid events, and the faults of the others. */
const linesOf = (found: readonly BookLine[]) =>
  found.map((each) => ('faults' in each ? `${each.line} ${each.faults}` : each.line))
const [one, two, three] = ['one', 'two', 'three'].map((uid) => event({ UID: uid })) as [
  string,
  string,
  string,
]

it.each<[string, string, (number | string | RegExp)[]]>([
  [
    'breaks off within an event',
    calendar(one, two).replace(/END:VEVENT\r\nEND:VCALENDAR\r\n$/, ''),
    [4, /^10 .*END is missing/, /^14 .*breaks off/],
  ],
  [
    'does not end',
    calendar(one, two).replace('END:VCALENDAR\r\n', ''),
    [4, 10, /^15 The file breaks off: END:VCALENDAR/],
  ],
  [
    'does not begin',
    calendar(one, two).replace('BEGIN:VCALENDAR\r\n', ''),
    [/^1 The file is damaged: the first line is not/, 3, 9],
  ],
  [
    'has an event without an end',
    calendar(one.replace('\r\nEND:VEVENT', ''), two),
    [/^4 .*END is missing/, 9],
  ],
  [
    'has an event without a beginning',
    calendar(one, two.replace('BEGIN:VEVENT\r\n', ''), three),
    [4, /^14 .*no BEGIN:VEVENT/, 15],
  ],
  [
    'has an event that runs into the next',
    calendar(`${one}X${two}`, three),
    [/^4 .*UID: .*more than one/, 15],
  ],
  [
    'has an alarm without an end',
    calendar(one.replace('END:V', 'BEGIN:VALARM\r\nEND:V'), two),
    [/^4 .*VALARM does not end/, 11],
  ],
  [
    'has an alarm without a beginning',
    calendar(one.replace('END:V', 'END:VALARM\r\nEND:V'), two),
    [/^4 .*VALARM ends and did not/, 11],
  ],
  ['has a journal without an end', calendar('BEGIN:VJOURNAL', one, two), [5, 11]],
  [
    'has a tower of components',
    calendar(one.replace('END:V', `${'BEGIN:X\r\n'.repeat(20)}END:V`), two),
    [/^4 .*too many components/, 30],
  ],
  ['has a huge line', calendar(event({ SUMMARY: 'x'.repeat(20_000) }), two), [/^4 .*It is too long/, 10]],
  [
    'has a huge line that is folded',
    calendar(event({ ATTACH: `x\r\n ${'y'.repeat(70)}`.repeat(1_000) }), two),
    [/^4 .*It is too long/, 1_011],
  ],
  [
    'has a huge event',
    calendar(event({ COMMENT: `a\r\n${'X-A:b\r\n'.repeat(20_000)}` }), two),
    [/^4 .*It is too long/, 20_012],
  ],
  [
    'has an event with a line that is none',
    calendar(one.replace('SUMMARY:', 'SUMMARY'), two),
    [/^4 .*a line that cannot be read/, 10],
  ],
  [
    'has an event whose parameters end nowhere',
    calendar(one.replace('SUMMARY:', 'SUMMARY;X="'), two),
    [/^4 SUMMARY: This event cannot be read/, 10],
  ],
  ['has other ends of lines', calendar(one, two).replaceAll('\r\n', '\r'), [4, 10]],
  ['has ends of lines as Unix has them', calendar(one, two).replaceAll('\r\n', '\n'), [4, 10]],
  [
    'has a byte order mark and empty lines',
    `\ufeff\r\n${calendar(one, two).replaceAll('\r\n', '\r\n\r\n')}`,
    [8, 20],
  ],
])('a calendar that %s yields all its other events', async (_, text, expected) => {
  for (const portion of [3, 7_919]) {
    expect(linesOf(await read(text, { portion }))).toEqual(
      expected.map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each)),
    )
  }
})

it('a letter that is folded in its middle is read, and an invalid one makes one wrong line', async () => {
  const bytes = Buffer.from(calendar(event({ SUMMARY: 'Zoé Ọjọ́' }), two))
  const within = bytes.indexOf(0xc3) + 1
  const folded = Buffer.concat([bytes.subarray(0, within), Buffer.from('\r\n '), bytes.subarray(within)])
  expect(await first(folded)).toMatchObject({ cells: { first_name: 'Zoé', last_name: 'Ọjọ́' } })
  bytes[within] = 0x20
  expect(linesOf(await read(bytes))).toEqual([expect.stringMatching(/^4 .*A character in this line/), 10])
})

it('the defaults of a calendar end with it', async () => {
  const cancelled = calendar('METHOD:CANCEL', 'X-WR-CALNAME:Dr. Ibrahim Musa', OWN_ZONE, one)
  const other = calendar(two, event({ UID: 'three', 'DTSTART;TZID=Our Summer': '20300705T090000' }))
  expect(await read(cancelled + other)).toMatchObject([
    { cells: { status: 'cancelled', doctor: 'Dr. Ibrahim Musa' } },
    { cells: { status: 'confirmed', doctor: '' } },
    { faults: 'DTSTART: The time zone “Our Summer” is unknown.' },
  ])
})

it('the defaults of a calendar may follow its events', async () => {
  const zoned = event({ 'DTSTART;TZID=Our Summer': '20300705T090000', DTEND: '' })
  expect(
    await first(calendar(zoned, OWN_ZONE, 'METHOD:CANCEL', 'X-WR-CALNAME:Dr. Ibrahim Musa')),
  ).toMatchObject({
    cells: { status: 'cancelled', doctor: 'Dr. Ibrahim Musa' },
    at: { startsAt: new Date('2030-07-05T07:00:00Z') },
  })
})

it.each([
  ['TRANSP', 'TRANSPARENT'],
  ['X-MICROSOFT-CDO-BUSYSTATUS', 'FREE'],
])('an event that takes no time is skipped: %s', async (name, value) => {
  expect(await first(calendar(event({ [name]: value, RRULE: 'FREQ=DAILY' })))).toEqual({
    line: 4,
    passedOver: true,
  })
})

/** A zone of one offset, in minutes from UTC. */
const fixed = (tzid: string, offset: string, start = '19700101T000000') =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')

it.each<[string, string, Record<string, string>, string | RegExp]>([
  [
    'GMT, with an hour',
    fixed('GMT', '+0100'),
    { 'DTSTART;TZID=GMT': '20300305T100000' },
    '2030-03-05T09:00:00Z',
  ],
  [
    'EST, in Australia',
    fixed('EST', '+1000'),
    { 'DTSTART;TZID=EST': '20300305T190000' },
    '2030-03-05T09:00:00Z',
  ],
  [
    'a name of the runtime',
    fixed('Africa/Lagos', '+0300'),
    { 'DTSTART;TZID=Africa/Lagos': '20300305T120000' },
    '2030-03-05T09:00:00Z',
  ],
  [
    'a time that clocks skip',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20300331T023000' },
    /Clocks skip this time/,
  ],
  ['the minute after it', OWN_ZONE, { 'DTSTART;TZID=Our Summer': '20300331T030000' }, '2030-03-31T01:00:00Z'],
  [
    'the minute before it',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20300331T015500' },
    '2030-03-31T00:55:00Z',
  ],
  [
    'a time that comes twice, which is the first',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20301027T023000' },
    '2030-10-27T00:30:00Z',
  ],
  [
    'the minute before that',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20301027T015500' },
    '2030-10-26T23:55:00Z',
  ],
  [
    'the minute after that',
    OWN_ZONE,
    { 'DTSTART;TZID=Our Summer': '20301027T030000' },
    '2030-10-27T02:00:00Z',
  ],
  [
    'a day before it begins',
    fixed('Late', '+0100', '20310101T000000'),
    { 'DTSTART;TZID=Late': '20300305T100000' },
    /says nothing of that day/,
  ],
  [
    'an offset that is none',
    fixed('GMT', '+2500'),
    { 'DTSTART;TZID=GMT': '20300305T100000' },
    /“GMT” is unknown/,
  ],
  [
    'no end',
    fixed('GMT', '+0100').replace('\r\nEND:VTIMEZONE', ''),
    { 'DTSTART;TZID=GMT': '20300305T100000' },
    /“GMT” is unknown/,
  ],
])('a zone of its own has %s', async (_, zone, start, expected) => {
  const found = await first(calendar(zone, event({ ...start, DTEND: '' })))
  if (expected instanceof RegExp) expect(found).toMatchObject({ faults: expect.stringMatching(expected) })
  else expect(found).toMatchObject({ at: { startsAt: new Date(expected) } })
})

it.each([
  ['PT30M', 30],
  ['P1D', 1_440],
  ['P1W', 10_080],
  ['P1DT2H', 1_560],
  ['+PT1H30M', 90],
  ['-PT30M', -30],
  ['PT1800S', 30],
  ['PT', null],
  ['P', null],
  ['', null],
  ['30', null],
  ['PT30', null],
  ['PT0x1EM', null],
  ['PT3e1M', null],
  ['PT30.5M', null],
  ['PT３０M', null],
  ['PT30M30', null],
  ['xPT30M', null],
  ['PTInfinityM', null],
])('a length of %j is %s minutes', (value, minutes) => expect(minutesIn(value)).toBe(minutes))

const ADA_AT = 'mailto:ada@example.com'
it.each<[string, Record<string, string>[], string]>([
  ['is one person', [{ 'ATTENDEE;CN=Ada': ADA_AT }], 'ada@example.com'],
  [
    'is one person, named twice',
    [{ ATTENDEE: ADA_AT }, { ATTENDEE: 'MAILTO:Ada@Example.com' }],
    'ada@example.com',
  ],
  [
    'has the address in a parameter',
    [{ 'ATTENDEE;EMAIL=ada@example.com;CN=Ada Obi': 'urn:uuid:1' }],
    'ada@example.com',
  ],
  [
    'is the organizer',
    [{ ORGANIZER: 'mailto:dr@x.ng' }, { ATTENDEE: 'mailto:DR@x.ng' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  ['has a subject for mails', [{ ATTENDEE: `${ADA_AT}?subject=Your%20visit` }], 'ada@example.com'],
  [
    'is the organizer, with a subject for mails',
    [{ ORGANIZER: 'mailto:dr@x.ng?subject=x' }, { ATTENDEE: 'mailto:dr@x.ng' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  [
    'entered it, with a subject for mails',
    [{ 'ORGANIZER;SENT-BY="mailto:ngozi@x.ng?cc=y"': 'mailto:dr@x.ng' }, { ATTENDEE: 'mailto:ngozi@x.ng' }],
    '',
  ],
  [
    'is the organizer by name',
    [
      { 'ORGANIZER;CN=Amaka Okafor': 'mailto:dr@x.ng' },
      { 'ATTENDEE;CN="Okafor, Amaka"': 'mailto:a.okafor@y.ng' },
    ],
    '',
  ],
  ['is a room', [{ 'ATTENDEE;CUTYPE=ROOM': 'mailto:room@x.ng' }, { ATTENDEE: ADA_AT }], 'ada@example.com'],
  ['is a resource', [{ 'ATTENDEE;CUTYPE=resource': 'mailto:chair@x.ng' }], ''],
  ['is a group', [{ 'ATTENDEE;CUTYPE=GROUP': 'mailto:all@x.ng' }], ''],
  ['is the host', [{ 'ATTENDEE;ROLE=CHAIR': 'mailto:dr@x.ng' }, { ATTENDEE: ADA_AT }], 'ada@example.com'],
  ['only looks on', [{ 'ATTENDEE;ROLE=NON-PARTICIPANT': 'mailto:desk@x.ng' }], ''],
  [
    'is a room of Google',
    [{ ATTENDEE: 'mailto:c_1@resource.calendar.google.com' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  ['is a calendar of Google', [{ ATTENDEE: 'mailto:c_1@group.calendar.google.com' }], ''],
  ['reads no mail', [{ ATTENDEE: 'mailto:no-reply@x.ng' }, { ATTENDEE: ADA_AT }], 'ada@example.com'],
  ['is the calendar', [{ ATTENDEE: 'mailto:book@x.ng' }], ''],
  ['is a room by its address', [{ ATTENDEE: 'mailto:surgery1@x.ng' }], ''],
  [
    'is a room by a part of it',
    [{ ATTENDEE: 'mailto:dental.chair-2@x.ng' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  [
    'is a room by its name',
    [{ 'ATTENDEE;CN=Room 3': 'mailto:r3@x.ng' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  ['is the front desk', [{ ATTENDEE: 'mailto:frontdesk@x.ng' }], ''],
  ['has such a word within a name', [{ ATTENDEE: 'mailto:ada.salako@x.ng' }], 'ada.salako@x.ng'],
  [
    'entered it for the organizer',
    [{ 'ORGANIZER;SENT-BY="mailto:ngozi@x.ng"': 'mailto:dr@x.ng' }, { ATTENDEE: 'mailto:ngozi@x.ng' }],
    '',
  ],
  [
    'is a doctor of the clinic',
    [{ 'ATTENDEE;CN=Dr. Ibrahim Musa': 'mailto:musa@x.ng' }, { ATTENDEE: ADA_AT }],
    'ada@example.com',
  ],
  ['is two people', [{ ATTENDEE: ADA_AT }, { ATTENDEE: 'mailto:eve@example.com' }], 'note'],
  ['is somebody else', [{ 'ATTENDEE;CN=Chidi Eze': 'mailto:chidi@example.com' }], 'note'],
  [
    'is two people, one with a number',
    [{ 'ATTENDEE;CN=Ada': ADA_AT }, { 'ATTENDEE;CN=Chidi Eze': 'tel:08031234567' }],
    'note',
  ],
])('an attendee %s', async (_, attendees, email) => {
  const lines = attendees.flatMap((each) => Object.entries(each).map(([name, value]) => `${name}:${value}`))
  const text = calendar(
    'X-WR-CALNAME:book@x.ng',
    one.replace('END:VEVENT', `${lines.join('\r\n')}\r\nEND:VEVENT`),
  )
  const found = await first(text)
  expect(found).toMatchObject({ cells: { email: email === 'note' ? '' : email, phone: '' } })
  expect('note' in found).toBe(email === 'note')
})

it('a phone number of an invitation is read without its parameters', async () => {
  const line = 'ATTENDEE;CN=Ada:tel:+2348031234567;phone-context=ng'
  const text = calendar(one.replace('END:VEVENT', `${line}\r\nEND:VEVENT`))
  expect(await first(text)).toMatchObject({ cells: { phone: '+2348031234567' } })
})

it.each<[string, Record<string, string>]>([
  [
    'Ngozi Bello - Root canal therapy',
    { first_name: 'Ngozi', last_name: 'Bello', service: 'Root canal therapy' },
  ],
  ['Ngozi Bello – checkup', { first_name: 'Ngozi', last_name: 'Bello', service: 'checkup' }],
  [
    'Root Canal Therapy: Ngozi Bello',
    { first_name: 'Ngozi', last_name: 'Bello', service: 'Root Canal Therapy' },
  ],
  ['Ngozi Bello (ENM-1) | Root canal therapy', { clinic_id: 'ENM-1', last_name: 'Bello' }],
  ['Ngozi Bello-Obi', { first_name: 'Ngozi', last_name: 'Bello-Obi', service: '' }],
  ['Root Canal Therapy', { first_name: '', last_name: '', service: 'Root Canal Therapy' }],
  [
    'Ngozi Bello (Root canal therapy)',
    { first_name: 'Ngozi', last_name: 'Bello', service: 'Root canal therapy', clinic_id: '' },
  ],
  [
    'Root canal therapy (Ngozi Bello)',
    { first_name: 'Ngozi', last_name: 'Bello', service: 'Root canal therapy', clinic_id: '' },
  ],
  [
    'Ngozi Bello, Root canal therapy',
    { first_name: 'Ngozi', last_name: 'Bello', service: 'Root canal therapy' },
  ],
])('a summary %j names %j', async (summary, cells) => {
  expect(await first(calendar(event({ SUMMARY: summary })))).toMatchObject({ cells })
})

it.each(['Lunch break', 'Team meeting', 'Dr. Okafor: holiday', 'Urlaub', 'Almuerzo', 'Private'])(
  'an event %j names no patient, unless it brings a contact',
  async (summary) => {
    const sentence = expect.stringContaining('SUMMARY: This names no patient.')
    expect(await first(calendar(event({ SUMMARY: summary })))).toMatchObject({ faults: sentence })
    const invited = await first(calendar(event({ SUMMARY: summary, ATTENDEE: ADA_AT })))
    expect(invited).toMatchObject({ cells: { email: 'ada@example.com' } })
  },
)
