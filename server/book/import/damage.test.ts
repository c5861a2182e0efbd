import fc from 'fast-check'
import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { readPatients } from '../../patients/import/patient-lines.ts'
import { utf8Text } from '../../platform/imports/utf8-text.ts'
import type { BookLine } from './columns.ts'
import { csvBook } from './csv-book.ts'
import { icsBook } from './ics-book.ts'
import { wordsOf } from './words.ts'

/** A file of a head, parts of one patient or appointment each, and an end. */
type File = { head: string; parts: { key: string; text: string }[]; end: string }

const RUNS = 400
const words = wordsOf(clinic)

const letters = fc.string({ unit: fc.constantFrom(...'abcdefgéẹñж'.split('')), minLength: 1, maxLength: 12 })
const note = fc
  .string({ unit: fc.constantFrom(...'abé ,;"\n'.split('')), maxLength: 40 })
  // A cell may not begin with a quotation mark.
  .map((text) => `x${text}`)
const keys = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 8 })
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const lineEnd = fc.constantFrom('\r\n', '\n', '\r')

const fileOf = (
  head: string,
  part: (key: string, name: string, note: string, at: number) => string,
  end = '',
): fc.Arbitrary<File> =>
  fc
    .tuple(
      keys,
      fc.array(letters, { minLength: 8, maxLength: 8 }),
      fc.array(note, { minLength: 8, maxLength: 8 }),
      lineEnd,
    )
    .map(([all, names, notes, newline]) => ({
      head: head.replaceAll('\n', newline),
      parts: all.map((key, at) => ({
        key,
        text: `${part(key, names[at] ?? '', notes[at] ?? '', at)}\n`.replaceAll('\n', newline),
      })),
      end: end.replaceAll('\n', newline),
    }))

const bookFile = fileOf(
  'reference,date,time,doctor,first_name,last_name,description\n',
  (key, name, text, at) => `${key},2030-03-05,1${at}:00,fct-okafor,${name},Obi,${quoted(text)}`,
)
const patientsFile = fileOf(
  'clinic_id,first_name,address,last_name\n',
  (key, name, text) => `${key},${name},${quoted(text)},Obi`,
)
const calendarFile = fileOf(
  'BEGIN:VCALENDAR\nVERSION:2.0\n',
  (key, name, text, at) =>
    [
      `BEGIN:VEVENT\nUID:${key}\nDTSTART:20300305T1${at}0000Z\nSUMMARY:${name} Obi`,
      `DESCRIPTION:x\n ${text.replaceAll('\n', '\\n')}\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\nEND:VEVENT`,
    ].join('\n'),
  'END:VCALENDAR\n',
)

/** Bytes from one place on, in which parts begin, taken out and others put there. */
const damage: fc.Arbitrary<Damage> = fc.record({
  from: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 0, max: 90 }),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom('"', '""', '"\n', '\r', ',', ':', '\nEND:VEVENT\n', '\nBEGIN:VEVENT\n', '\u00a0')
      .map((text) => Buffer.from(text)),
  ),
})

type Damage = { from: number; length: number; bytes: Uint8Array }

/** The damaged file, and the keys of the parts that it leaves alone. */
function damaged({ head, parts, end }: File, { from, length, bytes }: Damage) {
  const pieces = [head, ...parts.map(({ text }) => text), end].map((text) => Buffer.from(text))
  const whole = Buffer.concat(pieces)
  const first = (pieces[0] as Buffer).length
  const inside = whole.length - first - (pieces.at(-1) as Buffer).length
  const start = first + Math.floor(from * inside)
  const stop = Math.min(start + length, first + inside)
  let at = first
  const left: string[] = []
  for (const [place, { key }] of parts.entries()) {
    const next = at + (pieces[place + 1] as Buffer).length
    // The end of the line before a part belongs to it as well; a CRLF has two bytes.
    if (stop < at - 2 || start > next) left.push(key)
    at = next
  }
  return { file: Buffer.concat([whole.subarray(0, start), bytes, whole.subarray(stop)]), left }
}

async function* portions(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}
const references = async (lines: AsyncIterable<BookLine>) =>
  (await Array.fromAsync(lines)).flatMap((line) => ('cells' in line ? (line.cells.reference ?? []) : []))

const readings: [string, fc.Arbitrary<File>, (file: Uint8Array) => Promise<string[]>][] = [
  ['a book', bookFile, (file) => references(csvBook(utf8Text(portions(file)), words))],
  [
    'a calendar',
    calendarFile,
    (file) => references(icsBook(portions(file), { timeZone: clinic.timeZone, given: {}, words })),
  ],
  [
    'patients',
    patientsFile,
    async (file) => {
      const { lines } = await readPatients(portions(file), { country: 'NG', today: '2030-03-04' })
      const read = await Array.fromAsync(lines)
      return read.flatMap((line) => ('patient' in line ? line.patient.clinicId.toLowerCase() : []))
    },
  ],
]

it.each(readings)('a file of %s with one damage yields all its other parts', async (_, file, read) => {
  await fc.assert(
    fc.asyncProperty(file, damage, async (whole, how) => {
      const { file: bytes, left } = damaged(whole, how)
      expect(await read(bytes)).toEqual(expect.arrayContaining(left))
    }),
    { numRuns: RUNS },
  )
})

it.each(readings)('a file of %s without damage yields all its parts', async (_, file, read) => {
  await fc.assert(
    fc.asyncProperty(file, async (whole) => {
      const bytes = Buffer.from([whole.head, ...whole.parts.map(({ text }) => text), whole.end].join(''))
      expect(await read(bytes)).toEqual(whole.parts.map(({ key }) => key))
    }),
    { numRuns: 50 },
  )
})
