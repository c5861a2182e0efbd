import { createHash } from 'node:crypto'
import * as v from 'valibot'
import {
  ClinicDate,
  Complaint,
  DeskMinutes,
  DeskTime,
  Email,
  fieldSentence,
  PatientNumber,
  PersonName,
  TimeOfDay,
} from '../../../contract/fields.ts'
import type { Clinic, ClinicLocation, Doctor, Service } from '../../../domain/clinic.ts'
import { addDays, clinicDate, clinicTime, minutesOf, toInstant } from '../../../domain/clinic-time.ts'
import { comparableClinicId, comparableEmail } from '../../../domain/contact.ts'
import { hoursAt, locationsOf, worksAt } from '../../../domain/doctors.ts'
import {
  FALLBACK_LANGUAGE,
  isoLanguage,
  LANGUAGE_CODES,
  type LanguageCode,
} from '../../../domain/languages.ts'
import { lengthOf } from '../../../domain/services.ts'
import { fitsInto } from '../../../domain/slots.ts'
import { readPhoneCell } from '../../patients/import/phone-cell.ts'
import { readable } from '../../platform/imports/file-head.ts'
import type { BlockersNow } from '../blocked/current.ts'
import type { BlockedPart } from '../blocked/overridden.ts'
import { isTooFar } from '../visits/desk-time.ts'
import type { BookColumn, BookLine, Cells, VisitStatus } from './columns.ts'
import type { WordKind, Words } from './words.ts'

/** An appointment as it can be stored. */
export type BookVisit = {
  line: number
  /** A hash of its reference in the other program. */
  key: string
  /** A hash of the fields compared at the next import: nothing about the patient, which would outlive their erasure. */
  said: string
  startsAt: Date
  endsAt: Date
  location: ClinicLocation
  doctor: Doctor
  service: Service | null
  status: VisitStatus
  /** Broken rules: the appointment is imported as it is. */
  overrides: ('closed' | 'blocker')[]
  overriddenBlockers: BlockedPart[]
  clinicId: string | null
  firstName: string
  lastName: string
  email: string
  emailKey: string
  phone: string
  phoneE164: string | null
  complaint: string
  language: LanguageCode
  bookedAt: Date | null
  /** Whether the line itself names the doctor, and not a calendar or an option for all lines. */
  isDoctorNamed: boolean
  /** Note for the desk about its reading. */
  note: string | null
}

/** Words that the clinic has nothing for. */
export type UnknownWord = { kind: WordKind; text: string }

export type ReadVisit =
  | { visit: BookVisit }
  | { passedOver: true }
  | { faults: string; unknown: readonly UnknownWord[] }

export type BookRules = {
  clinic: Clinic
  words: Words
  blockers: BlockersNow
  now: Date
  /** Whether past appointments are imported too. */
  past: boolean
  /** Defaults for lines without a doctor or location. */
  given: Pick<Cells, 'doctor' | 'location'>
}

/** An older date is a typing mistake, or irrelevant. */
const OLDEST_DAYS = 10 * 366
const REFERENCE_LENGTH = 255

const SENTENCES = {
  doctor: "The clinic doesn't have this doctor.",
  location: "The clinic doesn't have this location.",
  service: "The clinic doesn't have this service.",
  status: 'Please write open, confirmed or cancelled, or of a past appointment done or no_show.',
  where: 'Please say where: this doctor works at more than one location.',
  date: 'Please write a day as YYYY-MM-DD, such as 2030-03-05.',
  time: 'Please write a time of day as HH:mm, such as 09:30, or as 9:30 AM; midnight is 00:00 of the next day.',
  skipped: 'Clocks skip this time on that day.',
  ends: 'It ends before it starts, or after midnight.',
  lengths: 'minutes and end_time say different things.',
  reference: `Please give each visit a reference of its own, of at most ${REFERENCE_LENGTH} characters.`,
  language: `Please write one of ${LANGUAGE_CODES.join(', ')}.`,
  future: 'An upcoming appointment is open, confirmed or cancelled.',
  old: 'This day is too far in the past.',
  booked: 'Please enter a past date as YYYY-MM-DD.',
} as const

/**
 * Reads an appointment by the clinic's facts and the contract's fields. Closed hours and blockers do not refuse it: the
 * patient has it already.
 * @returns the appointment, or the faults by column, without the values
 */
export function readVisit(line: Extract<BookLine, { cells: Cells }>, rules: BookRules): ReadVisit {
  const { clinic, now } = rules
  const cells = lineCells(line)
  const { cell, fail, checked, word, faults, unknown } = cells
  const reference = cell('reference')
  if (reference === '' || reference.length > REFERENCE_LENGTH) fail('reference', SENTENCES.reference)
  const { words, given } = rules
  const only = clinic.doctors.length === 1 ? clinic.doctors[0]?.id : undefined
  const doctor = word('doctor', cell('doctor') || given.doctor || only || '', words.doctor)
  const location = readLocation(cells, doctor, rules)
  const service = cell('service') === '' ? null : (word('service', cell('service'), words.service) ?? null)
  const status = cell('status') === '' ? 'confirmed' : word('status', cell('status'), words.status)
  const period = readPeriod(cells, { at: line.at, service, timeZone: clinic.timeZone })

  const date = period ? clinicDate(period.startsAt, clinic.timeZone) : ''
  const isOver = period ? period.startsAt <= now : false
  if (period && isTooFar(date, rules)) fail('date', fieldSentence('slot_too_far'))
  if (period && date < addDays(clinicDate(now, clinic.timeZone), -OLDEST_DAYS)) fail('date', SENTENCES.old)
  if (period && !isOver && (status === 'done' || status === 'no_show')) fail('status', SENTENCES.future)

  const clinicId = checked('clinic_id', PatientNumber)
  const [firstName, lastName] = [checked('first_name', PersonName), checked('last_name', PersonName)]
  if (cell('clinic_id') === '') {
    for (const column of ['first_name', 'last_name'] as const) {
      if (cell(column) === '') fail(column, fieldSentence('required'))
    }
  }
  const email = checked('email', Email)
  const called = cell('phone') === '' ? NO_PHONE : readPhoneCell(cell('phone'), clinic.country)
  if ('fault' in called) fail('phone', called.fault)
  const complaint = checked('description', Complaint)
  const language = languageOf(cell('language'))
  if (!language) fail('language', SENTENCES.language)
  const bookedOn = checked('booked_on', ClinicDate)
  if (bookedOn > clinicDate(now, clinic.timeZone)) fail('booked_on', SENTENCES.booked)

  // Its other faults do not matter.
  if (isOver && !rules.past) return { passedOver: true }
  if (faults.length > 0 || !period || !doctor || !location || !status || !language) {
    return { faults: faults.join(' '), unknown }
  }
  const { startsAt, endsAt, minutes, time } = period
  const isThere = fitsInto(hoursAt(doctor, location), date, clinic.timeZone, time, minutes)
  const overriddenBlockers = isOver ? [] : rules.blockers.parts(location.code, [doctor.id], period)
  return {
    visit: {
      line: line.line,
      key: hashOf(['visit', reference]),
      said: hashOf([startsAt, endsAt, location.code, doctor.id, service?.id ?? null, status]),
      startsAt,
      endsAt,
      location,
      doctor,
      service,
      status,
      overrides: isOver
        ? []
        : [
            ...(isThere ? [] : ['closed' as const]),
            ...(overriddenBlockers.length > 0 ? ['blocker' as const] : []),
          ],
      overriddenBlockers,
      clinicId: clinicId === '' ? null : comparableClinicId(clinicId),
      firstName,
      lastName,
      email,
      emailKey: comparableEmail(email),
      ...('fault' in called ? NO_PHONE : called),
      complaint,
      language,
      bookedAt: bookedOn === '' ? null : toInstant(bookedOn, '00:00', clinic.timeZone),
      isDoctorNamed: cell('doctor') !== '' && !line.isCalendars,
      note: line.note ?? null,
    },
  }
}

type LineCells = ReturnType<typeof lineCells>

/** The cells of a line, and the faults found in them. */
function lineCells(line: Extract<BookLine, { cells: Cells }>) {
  const faults: string[] = []
  const unknown: UnknownWord[] = []
  const cell = (column: BookColumn) => line.cells[column] ?? ''
  const fail = (column: BookColumn, sentence: string) => void faults.push(`${column}: ${sentence}`)
  const checked = (column: BookColumn, schema: v.GenericSchema<string, string>): string => {
    const result = cell(column) === '' ? null : v.safeParse(schema, cell(column))
    if (result && !result.success) fail(column, fieldSentence(result.issues[0].message))
    return result?.success ? result.output : ''
  }
  const word = <T>(
    kind: Exclude<WordKind, 'column'>,
    text: string,
    find: (text: string) => T | undefined,
  ) => {
    const found = find(text)
    if (found === undefined) {
      fail(kind, SENTENCES[kind])
      unknown.push({ kind, text: readable(text) })
    }
    return found
  }
  return { cell, fail, checked, word, faults, unknown }
}

/** The location of a line, or the only one of its doctor. */
function readLocation(
  { cell, fail, word }: LineCells,
  who: Doctor | undefined,
  { clinic, words, given }: BookRules,
): ClinicLocation | undefined {
  const text = cell('location') || given.location || ''
  const own = who ? locationsOf(who) : []
  if (text === '' && own.length === 1) return clinic.locations.find(({ code }) => code === own[0])
  if (text === '') return void (who && fail('location', SENTENCES.where))
  const found = word('location', text, words.location)
  if (who && found && !worksAt(who, found.code)) {
    return void fail('doctor', fieldSentence('doctor_unknown'))
  }
  return found
}

type PeriodFacts = {
  at: Extract<BookLine, { cells: Cells }>['at']
  service: Service | null
  timeZone: string
}

/** The period of a line: by its instants, or by its cells. */
function readPeriod({ cell, fail }: LineCells, { at, service, timeZone }: PeriodFacts) {
  return at ? instantsOf(at) : cellTimes()

  function cellTimes() {
    const date = required('date', ClinicDate)
    const time = required('time', DeskTime, timeOfDay(cell('time')))
    if (date === '' || time === '') return null
    const startsAt = toInstant(date, time, timeZone)
    if (clinicTime(startsAt, timeZone) !== time) return void fail('time', SENTENCES.skipped)
    const end = timeOfDay(cell('end_time'))
    const isEnd = end === '' || end === '24:00' || v.is(TimeOfDay, end)
    if (!isEnd) return void fail('end_time', SENTENCES.time)
    const lasting = end === '' ? null : minutesOf(end) - minutesOf(time)
    return periodOf(startsAt, lasting)
  }

  function required(column: 'date' | 'time', schema: v.GenericSchema<string, string>, text = cell(column)) {
    const result = v.safeParse(schema, text)
    if (result.success) return result.output
    const message = result.issues[0].message
    fail(column, message === `${column}_invalid` ? SENTENCES[column] : fieldSentence(message))
    return ''
  }

  function instantsOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }) {
    const time = clinicTime(startsAt, timeZone)
    if (!v.is(DeskTime, time)) return void fail('time', fieldSentence('time_off_grid'))
    return periodOf(startsAt, endsAt && (endsAt.getTime() - startsAt.getTime()) / 60_000)
  }

  /** @param lasting minutes; null: those of the line or the service */
  function periodOf(startsAt: Date, lasting: number | null) {
    const said = cell('minutes') === '' ? null : minutesSaid(cell('minutes'))
    if (lasting !== null && said !== null && said !== lasting) return void fail('minutes', SENTENCES.lengths)
    const minutes = lasting ?? said ?? lengthOf(service)
    const time = clinicTime(startsAt, timeZone)
    if (minutes <= 0 || minutesOf(time) + minutes > 1440) {
      return void fail(lasting === null ? 'minutes' : 'end_time', SENTENCES.ends)
    }
    const length = v.safeParse(DeskMinutes, minutes)
    if (!length.success) {
      return void fail(lasting === null ? 'minutes' : 'end_time', fieldSentence(length.issues[0].message))
    }
    return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000), minutes, time }
  }
}

const NO_PHONE = { phone: '', phoneE164: null }

const TIME = /^(\d{1,2}):(\d\d)(?::00)?(?: ?([ap])\.? ?m\.?)?$/i

/** 'HH:mm' of 9:30, 09:30:00 and 9:30 AM, as spreadsheets and our own export write it; else unchanged. */
export function timeOfDay(text: string): string {
  const [, hour = '', minute = '', half] = TIME.exec(text) ?? []
  if (hour === '') return text
  if (half === undefined) return `${hour.padStart(2, '0')}:${minute}`
  if (Number(hour) < 1 || Number(hour) > 12) return text
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** Minutes of a text of digits alone. */
const minutesSaid = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)

const languageOf = (text: string): LanguageCode | undefined =>
  text === ''
    ? FALLBACK_LANGUAGE
    : LANGUAGE_CODES.find((code) => code === text.toLowerCase() || isoLanguage(code) === text.toLowerCase())

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
