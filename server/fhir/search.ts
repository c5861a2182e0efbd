import {
  FHIR_COUNT,
  FHIR_COUNT_MAX,
  type FhirResourceType,
  SEARCH_CONTROLS,
  SEARCH_PARAMS,
} from '../../contract/fhir.ts'
import { addDays, isClinicDate, toInstant } from '../../domain/clinic-time.ts'
import { HttpFailure } from '../http/failure.ts'

/** A half-open period of instants, in milliseconds since 1970; null: without an end on that side. */
export type Period = { from: number | null; to: number | null }
/** What a date parameter asks of an instant: that it lies in the period, or, for 'ne', that it does not. */
export type DateWanted = Period & { isNot: boolean }

export type Search = {
  /** Values by name; each must hold, of those in one list any. */
  params: Record<string, string[][]>
  count: number
  /** What the page before ended with; null: the first page. */
  after: string | null
  sort: string | null
  /** Parameters that there are none of, which are left out. */
  unknown: string[]
}

/** Values of a parameter, and parameters of a search, at most. */
const MANY = 50
const VALUE_LENGTH = 200

/** @throws HttpFailure 400 */
export function refuse(message: string): never {
  throw new HttpFailure('invalid_input', message)
}

/**
 * Parses a search as FHIR's 'handling' wants it.
 * @param isStrict whether a parameter that there is none of is an error, or is left out and named in the answer
 * @throws HttpFailure 400; nothing of what was sent stands in its message
 */
export function parsedSearch(
  type: FhirResourceType,
  query: URLSearchParams,
  { isStrict, sorts = [] }: { isStrict: boolean; sorts?: readonly string[] },
): Search {
  const known = SEARCH_PARAMS[type].map(({ name }) => name)
  const search: Search = { params: {}, count: FHIR_COUNT, after: null, sort: null, unknown: [] }
  const all = [...query].filter(([, value]) => value !== '')
  if (all.length > MANY) refuse(`Please name at most ${MANY} parameters.`)
  for (const [name, value] of all) {
    if (value.length > VALUE_LENGTH * MANY || value.includes('\0'))
      refuse('A parameter is too long or no text.')
    const [base = '', modifier] = name.split(':', 2)
    if (known.includes(base)) {
      // A server must not ignore a modifier: it changes what is meant.
      if (modifier !== undefined) refuse(`The parameter ${base} has no modifiers here.`)
      const values = value.split(',')
      if (values.length > MANY) refuse(`Please name at most ${MANY} values of ${base}.`)
      search.params[base] = [...(search.params[base] ?? []), values]
    } else if (name === '_count') {
      if (!/^[1-9]\d{0,5}$/.test(value)) refuse('_count is a whole number from 1 on.')
      search.count = Math.min(Number(value), FHIR_COUNT_MAX)
    } else if (name === '_after') search.after = value
    else if (name === '_sort' && sorts.includes(value)) search.sort = value
    else if (name === '_sort' || !(SEARCH_CONTROLS as readonly string[]).includes(name))
      search.unknown.push(name)
  }
  if (search.unknown.length > 0 && isStrict)
    refuse(`${type} has no such parameter here. metadata names those that there are.`)
  return search
}

/** A parameter that may stand once. @throws HttpFailure 400 where it stands twice */
export function once(search: Search, name: string): string[] | null {
  const lists = search.params[name] ?? []
  if (lists.length > 1) refuse(`${name} can stand once here.`)
  return lists[0] ?? null
}

const PREFIXED = /^(eq|ne|gt|ge|lt|le|sa|eb|ap)?(\d{4}(?:-\d\d(?:-\d\d(?:T.+)?)?)?)$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/**
 * What a date parameter asks for. A value stands for as long as it is precise: '2030-03' for the month, in clinic time where
 * it names no offset.
 * @throws HttpFailure 400
 */
export function dateWanted(name: string, text: string, timeZone: string): DateWanted {
  const [, prefix = 'eq', value = ''] =
    PREFIXED.exec(text.replace(' ', '+')) ?? refuse(`${name} is no date as FHIR has it.`)
  const { from, to } = periodOf(value, timeZone) ?? refuse(`${name} is no date as FHIR has it.`)
  switch (prefix) {
    case 'eq':
      return { from, to, isNot: false }
    case 'ne':
      return { from, to, isNot: true }
    case 'gt':
    case 'sa':
      return { from: to, to: null, isNot: false }
    case 'ge':
      return { from, to: null, isNot: false }
    case 'lt':
    case 'eb':
      return { from: null, to: from, isNot: false }
    case 'le':
      return { from: null, to, isNot: false }
    default:
      return refuse(`${name} takes no 'ap' here.`)
  }
}

function periodOf(value: string, timeZone: string): { from: number; to: number } | null {
  const [date = '', time] = [value.slice(0, 10), value.slice(10)]
  const first = date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date
  if (!isClinicDate(first) || first < '1900' || first > '2200') return null
  const at = (day: string, clock: string) => toInstant(day, clock, timeZone).getTime()
  if (time === '' || time === undefined)
    return { from: at(first, '00:00'), to: at(nextOf(first, date.length), '00:00') }
  const [, offset] = TIME.exec(time) ?? []
  if (!TIME.test(time)) return null
  const clock = offset ? time.slice(1, -offset.length) : time.slice(1)
  const [minutes, seconds] = [clock.slice(0, 5), clock.slice(5)]
  const start = offset ? Date.parse(`${first}T${minutes}:00${offset}`) : at(first, minutes)
  const from = start + Math.round(Number(seconds.slice(1) || 0) * 1000)
  // FHIR: a time without seconds stands for the whole minute.
  const takes = seconds === '' ? 60_000 : seconds.includes('.') ? 1 : 1_000
  return { from, to: from + takes }
}

/** The day after a year, a month or a day that begins on `first`. @param precision length of what was written */
function nextOf(first: string, precision: number): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  if (precision === 4) return `${pad(year + 1, 4)}-01-01`
  if (precision === 7)
    return month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1)}-01`
  return addDays(first, 1)
}

/** What all of several date parameters have in common; 'ne' has no one period. @throws HttpFailure 400 */
export function commonPeriod(name: string, wanted: readonly DateWanted[]): Period {
  const common: Period = { from: null, to: null }
  for (const { from, to, isNot } of wanted) {
    if (isNot) refuse(`${name} takes no 'ne' here.`)
    if (from !== null) common.from = Math.max(common.from ?? from, from)
    if (to !== null) common.to = Math.min(common.to ?? to, to)
  }
  return common
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REFERENCE = /^(?:https?:\/\/\S+\/)?([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]{1,64})$/

/** A reference 'Type/id', also as a whole address. @throws HttpFailure 400 for another form */
export function referenceOf(name: string, text: string): { type: string; id: string } {
  const [, type = '', id = ''] =
    REFERENCE.exec(text) ?? refuse(`${name} is a reference such as Practitioner/id.`)
  return { type, id }
}

/** Where the next page goes on, as text that says nothing to who reads it and cannot be worth more than any other. */
export const cursorOf = (parts: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** @throws HttpFailure 400 for what `cursorOf` did not make */
export function afterCursor(text: string, isWhole: (parts: unknown[]) => boolean): (string | number)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parts) && isWhole(parts)) return parts
  } catch {
    // No JSON.
  }
  return refuse('This page is none of a search here. Please begin with its first one.')
}
