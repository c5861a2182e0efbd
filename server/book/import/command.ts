import path from 'node:path'
import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { FileRefused, ImportBusy } from '../../platform/imports/file-refused.ts'
import { openedFile } from '../../platform/imports/opened-file.ts'
import { utf8Text } from '../../platform/imports/utf8-text.ts'
import { Refused, WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'
import { currentBlockers } from '../blocked/current.ts'
import type { BookReport } from './book-report.ts'
import { csvBook } from './csv-book.ts'
import { icsBook } from './ics-book.ts'
import { importBook } from './import-book.ts'
import { readMap, wordsOf } from './words.ts'

export const USAGE = `npm run appointments -- import <file.csv or file.ics> [--dry-run] [--map map.csv] [--doctor id] [--location code]
                           [--past] [--send-mails]

With --dry-run the file is read, checked and compared with the book, and nothing is changed. --map says what the file's
words mean, --doctor and --location what is not in it. --past brings in visits that are over too. Patients are written to
only with --send-mails.`

export type BookCommand = {
  file: string
  map: string | null
  doctor: string | null
  location: string | null
  dryRun: boolean
  past: boolean
  sendMails: boolean
}

/** Parses the arguments of `npm run appointments --`. @throws WrongUsage with a sentence */
export function parseBookCommand(args: readonly string[]): BookCommand {
  const { values, positionals } = parsedArgs(args, {
    'dry-run': { type: 'boolean', default: false },
    past: { type: 'boolean', default: false },
    'send-mails': { type: 'boolean', default: false },
    map: { type: 'string' },
    doctor: { type: 'string' },
    location: { type: 'string' },
  })
  const [name, file, ...more] = positionals
  if (name !== 'import') throw new WrongUsage(name ? `There is no command '${name}'.` : 'Say what to do.')
  if (!file || more.length > 0) throw new WrongUsage(`'import' takes one file.`)
  if (!/\.(?:csv|ics)$/i.test(file)) throw new WrongUsage('The file ends in .csv or .ics.')
  return {
    file,
    map: values.map ?? null,
    doctor: values.doctor ?? null,
    location: values.location ?? null,
    dryRun: values['dry-run'],
    past: values.past,
    sendMails: values['send-mails'],
  }
}

type Surroundings = {
  /** Called only after the files were opened. */
  connect(): Promise<Pool>
  clinic: Clinic
  now: Date
  say(line: string): void
}

/** @throws Refused with a sentence when the file cannot be read completely */
export async function runBookCommand(
  { file, map, doctor, location, dryRun, past, sendMails }: BookCommand,
  { connect, clinic, now, say }: Surroundings,
): Promise<BookReport> {
  const bytes = await openedFile(file)
  try {
    const words = wordsOf(clinic, map === null ? undefined : await readMap(await openedFile(map), clinic))
    if (doctor !== null && !words.doctor(doctor))
      throw new Refused("--doctor: The clinic doesn't have this doctor.")
    if (location !== null && !words.location(location)) {
      throw new Refused("--location: The clinic doesn't have this location.")
    }
    const given = { ...(doctor !== null && { doctor }), ...(location !== null && { location }) }
    const isCalendar = path.extname(file).toLowerCase() === '.ics'
    const lines = isCalendar
      ? icsBook(bytes, { timeZone: clinic.timeZone, given, words })
      : csvBook(utf8Text(bytes), words)
    const pool = await connect()
    const blockers = await currentBlockers(pool, clinic).latest()
    const report = await importBook(lines, {
      pool,
      clinic,
      words,
      blockers,
      now,
      past,
      given,
      dryRun,
      sendMails,
    })
    for (const line of reportLines(report)) say(line)
    return report
  } catch (error) {
    if (error instanceof FileRefused) {
      for (const line of error.report ? reportLines(error.report as BookReport) : []) say(line)
      throw new Refused(error.message)
    }
    throw error instanceof ImportBusy ? new Refused(error.message) : error
  } finally {
    bytes.destroy()
  }
}

/** Lines of the report for the operator. */
export function reportLines(report: BookReport): string[] {
  const { created, updated, unchanged, passedOver, failed, marked, errors, notes, unknown, dryRun } = report
  const verbs = dryRun ? ['new', 'to change'] : ['added', 'changed']
  const more = (all: number, listed: number) => (all > listed ? [`... and ${all - listed} more.`] : [])
  return [
    `${created} ${verbs[0]}, ${updated} ${verbs[1]}, ${unchanged} unchanged, ${passedOver} passed over, ${failed} wrong.`,
    ...errors.map(({ line, message }) => `line ${line}: ${message}`),
    ...more(failed, errors.length),
    ...(marked > 0
      ? [`${marked} ${dryRun ? 'would be' : marked === 1 ? 'was' : 'were'} taken with a mark.`]
      : []),
    ...notes.map(({ line, message }) => `line ${line}: ${message}`),
    ...more(marked, notes.length),
    ...(unknown.length > 0 ? ['What the clinic does not have; a map (--map) can say what it means:'] : []),
    ...unknown.map(
      ({ kind, text, lines }) => `  ${kind} “${text}”: ${lines} ${lines === 1 ? 'line' : 'lines'}`,
    ),
    ...(dryRun ? ['Nothing was stored (--dry-run).'] : []),
  ]
}
