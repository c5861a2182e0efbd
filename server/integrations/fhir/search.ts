import {
  FHIR_COUNT,
  FHIR_COUNT_MAX,
  type FhirResourceType,
  SEARCH_CONTROLS,
  SEARCH_PARAMS,
  type SearchControl,
  type SearchParam,
} from '../../../contract/fhir.ts'
import { addDays, isClinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { HttpFailure } from '../../platform/http/failure.ts'

/** A half-open period of instants, in milliseconds since 1970; null: without an end on that side. */
export type Period = { from: number | null; to: number | null }
/** Condition of a date parameter on an instant: inside the period, or, for 'ne', outside of it. */
export type DateWanted = Period & { isNot: boolean }

export type Search = {
  /** Values by name; each list must match, by any of its values. */
  params: ReadonlyMap<string, string[][]>
  count: number
  /** Cursor after the previous page; null: the first page. */
  after: string | null
  sort: string | null
}

/** Values of a parameter, and parameters of a search, at most. */
const MANY = 50
const VALUE_LENGTH = 200

/** @throws HttpFailure 400 */
export function refuse(message: string): never {
  throw new HttpFailure('invalid_input', message)
}

/**
 * Parses a search. An unsupported parameter is refused, whatever the caller's 'handling': without it the answer would
 * be too large, such as everybody's appointments.
 * @throws HttpFailure 400; its message repeats nothing of the request
 */
export function parsedSearch(
  type: FhirResourceType,
  query: URLSearchParams,
  sorts: readonly string[] = [],
): Search {
  const params = new Map<string, string[][]>()
  const controls = new Map<SearchControl, string>()
  if (query.size > MANY) refuse(`Please name at most ${MANY} parameters.`)
  for (const [name, value] of query) {
    if (value.length > VALUE_LENGTH * MANY || /[\0\\]/.test(value))
      refuse('A value is too long, or has a character that is not served.')
    if (value === '') refuse('A parameter has no value. Leave it out, or give it one.')
    const control = SEARCH_CONTROLS.find((each) => each === name)
    if (control) {
      if (controls.has(control)) refuse(`${control} can stand once.`)
      controls.set(control, value)
      continue
    }
    const param = SEARCH_PARAMS[type].find((each) => each.name === name) ?? refuseName(type, sorts)
    const values = value.split(',')
    if (values.length > MANY) refuse(`Please name at most ${MANY} values of ${param.name}.`)
    if (values.includes('')) refuse(`${param.name} has an empty value between its commas.`)
    params.set(param.name, [...(params.get(param.name) ?? []), values])
  }
  const count = controls.get('_count') ?? String(FHIR_COUNT)
  if (!/^0*[1-9]\d*$/.test(count)) refuse('_count is a whole number from 1 on.')
  const sort = controls.get('_sort') ?? null
  if (sort !== null && !sorts.includes(sort))
    refuse(sorts.length > 0 ? `_sort is ${sorts.join(' or ')}.` : `${type} has one order, without _sort.`)
  return {
    params,
    count: Math.min(Number(count), FHIR_COUNT_MAX),
    after: controls.get('_after') ?? null,
    sort,
  }
}

function refuseName(type: FhirResourceType, sorts: readonly string[]): never {
  const names = [
    ...SEARCH_PARAMS[type].map(({ name }) => name),
    ...SEARCH_CONTROLS.filter((control) => control !== '_sort' || sorts.length > 0),
  ]
  return refuse(
    `A parameter of this search is not served, so nothing was searched. ${type} takes ${names.join(', ')}, without modifiers or chains.`,
  )
}

/** A parameter that may occur once. @throws HttpFailure 400 for a second one */
export function once(search: Search, name: string): string[] | null {
  const lists = search.params.get(name) ?? []
  if (lists.length > 1) refuse(`${name} can stand once here.`)
  return lists[0] ?? null
}

const PREFIXED = /^(eq|ne|gt|ge|lt|le|sa|eb|ap)?(\d{4}(?:-\d\d(?:-\d\d(?:T.+)?)?)?)$/
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/**
 * The condition of a date parameter. A value covers its precision: '2030-03' the month, in clinic time where it names
 * no offset.
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
  // FHIR: a time without seconds covers the whole minute.
  const takes = seconds === '' ? 60_000 : seconds.includes('.') ? 1 : 1_000
  return { from, to: from + takes }
}

/** The day after a year, a month or a day that begins on `first`. @param precision length of the written value */
function nextOf(first: string, precision: number): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  if (precision === 4) return `${pad(year + 1, 4)}-01-01`
  if (precision === 7)
    return month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1)}-01`
  return addDays(first, 1)
}

/** Intersection of several date parameters; 'ne' has no single period. @throws HttpFailure 400 */
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
const REFERENCE = /^(?:([A-Za-z]+)\/)?([A-Za-z0-9.-]{1,64})$/

export type Referred = { type: FhirResourceType; id: string }

/**
 * A reference of a search: 'Type/id', also as a whole address here, and the id alone where only one type is meant.
 * @param base address of the resources
 * @throws HttpFailure 400 for another form or type, and for the address of another server
 */
export function referenceOf(param: SearchParam, text: string, base: string): Referred {
  const { name, target = [] } = param
  const [, typed, id] = REFERENCE.exec(text.startsWith(`${base}/`) ? text.slice(base.length + 1) : text) ?? []
  const type = target.find((each) => (typed === undefined ? target.length === 1 : each === typed))
  if (type === undefined || id === undefined)
    refuse(`${name} is ${target.map((each) => `${each}/id`).join(' or ')}, of this server.`)
  return { type, id }
}

/** The references of a search by one of its parameters, list by list. @throws HttpFailure 400 */
export function referencesOf(
  type: FhirResourceType,
  name: string,
  search: Search,
  base: string,
): Referred[][] {
  const param = SEARCH_PARAMS[type].find((each) => each.name === name)
  return (search.params.get(name) ?? []).map((texts) =>
    texts.flatMap((text) => (param ? [referenceOf(param, text, base)] : [])),
  )
}

/**
 * The value in a token; null where it names another system than this one, or none by a bare '|'.
 * @throws HttpFailure 400 where it has no value
 */
export function tokenValue(name: string, text: string, system: string): string | null {
  const bar = text.indexOf('|')
  const value = text.slice(bar + 1)
  if (value === '') refuse(`${name} has no value after its system.`)
  return bar >= 0 && text.slice(0, bar) !== system ? null : value
}

/** Cursor of the next page, as an opaque text with no more rights than any other. */
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

/** Position in a list by time: an instant in milliseconds, and the id of its last entry. */
export const isPlace = ([at, id, ...more]: unknown[]) =>
  Number.isSafeInteger(at) &&
  Number(at) >= 0 &&
  // Within the days that a Date and PostgreSQL have.
  Number(at) < 1e14 &&
  typeof id === 'string' &&
  /^[\w.-]{1,100}$/.test(id) &&
  more.length === 0
export const isPlaceOfRow = (parts: unknown[]) => isPlace(parts) && UUID.test(String(parts[1]))
