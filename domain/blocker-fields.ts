import type { BlockerRule, BlockerType, Hours } from './blockers.ts'
import { lastDateOf, WHOLE_DAY } from './blockers.ts'
import { addDays, clinicDate, clinicTime, minutesOf } from './clinic-time.ts'

/** A blocker's own fields, as the specification names them (section 3). */
export type BlockerFields = {
  type: BlockerType
  startDateTime: Date | null
  endDateTime: Date | null
  /** 0 to 6, Sunday is 0. */
  recurringDays: readonly number[]
  /** 1 to 31. */
  recurringDates: readonly number[]
  /** 0 to 11. */
  selectedMonth: number | null
}

export type BlockerMistake =
  | 'required'
  | 'end_before_start'
  | 'too_far'
  | 'days_required'
  | 'dates_required'
  | 'month_required'
  | 'date_not_in_month'
  | 'not_for_type'
type Field = Exclude<keyof BlockerFields, 'type'>
export type BlockerMistakes = Partial<Record<Field, BlockerMistake>>

/** How far a one-time blocker may lie from today, in years. */
const YEARS_BACK = 1
const YEARS_AHEAD = 10

/** Which fields say something under which type; the others stay empty. */
const FIELDS_OF: Record<BlockerType, readonly Field[]> = {
  'One Time': ['startDateTime', 'endDateTime'],
  Daily: ['startDateTime', 'endDateTime'],
  Weekly: ['startDateTime', 'endDateTime', 'recurringDays'],
  Monthly: ['startDateTime', 'endDateTime', 'recurringDates'],
  // The page sends the whole day along with a yearly one (specification, section 5).
  Yearly: ['startDateTime', 'endDateTime', 'recurringDates', 'selectedMonth'],
}

/** The rule that a blocker's fields mean, or what is wrong with which field (design, section 6). */
export function readBlocker(
  fields: BlockerFields,
  { timeZone, now }: { timeZone: string; now: Date },
): { rule: BlockerRule } | { mistakes: BlockerMistakes } {
  const mistakes: BlockerMistakes = { ...strayFields(fields), ...missingFields(fields) }
  if (Object.keys(mistakes).length > 0) return { mistakes }
  switch (fields.type) {
    case 'One Time':
      return oneTime(fields, timeZone, now)
    case 'Yearly':
      return yearly(fields)
    default:
      return recurring(fields, timeZone)
  }
}

function strayFields(fields: BlockerFields): BlockerMistakes {
  const own = FIELDS_OF[fields.type]
  const filled = (field: Field) => {
    const value = fields[field]
    return Array.isArray(value) ? value.length > 0 : value !== null
  }
  const stray = (['recurringDays', 'recurringDates', 'selectedMonth'] as const).filter(
    (field) => !own.includes(field) && filled(field),
  )
  return Object.fromEntries(stray.map((field) => [field, 'not_for_type']))
}

function missingFields({ type, startDateTime, endDateTime, ...fields }: BlockerFields): BlockerMistakes {
  const mistakes: BlockerMistakes = {}
  const timesNeeded = type === 'One Time' || type === 'Daily'
  const timesBegun = type !== 'Yearly' && (startDateTime !== null || endDateTime !== null)
  if (timesNeeded || timesBegun) {
    if (!startDateTime) mistakes.startDateTime = 'required'
    if (!endDateTime) mistakes.endDateTime = 'required'
  }
  if (type === 'Weekly' && fields.recurringDays.length === 0) mistakes.recurringDays = 'days_required'
  if ((type === 'Monthly' || type === 'Yearly') && fields.recurringDates.length === 0)
    mistakes.recurringDates = 'dates_required'
  if (type === 'Yearly' && fields.selectedMonth === null) mistakes.selectedMonth = 'month_required'
  return mistakes
}

function oneTime({ startDateTime, endDateTime }: BlockerFields, timeZone: string, now: Date) {
  const [start, end] = [startDateTime as Date, endDateTime as Date]
  if (end <= start) return { mistakes: { endDateTime: 'end_before_start' } as BlockerMistakes }
  const today = clinicDate(now, timeZone)
  const tooFar = (instant: Date) => {
    const date = clinicDate(instant, timeZone)
    return date < yearsFrom(today, -YEARS_BACK) || date > yearsFrom(today, YEARS_AHEAD)
  }
  const mistakes: BlockerMistakes = {}
  if (tooFar(start)) mistakes.startDateTime = 'too_far'
  if (tooFar(end)) mistakes.endDateTime = 'too_far'
  if (Object.keys(mistakes).length > 0) return { mistakes }
  return { rule: { type: 'One Time' as const, period: { start: start.getTime(), end: end.getTime() } } }
}

/** About so many years from a day; a limit need not be exact. */
const yearsFrom = (date: string, years: number) => addDays(date, Math.round(years * 365.25))

function recurring(fields: BlockerFields, timeZone: string) {
  const hours = hoursOf(fields, timeZone)
  if (!hours) return { mistakes: { endDateTime: 'end_before_start' } as BlockerMistakes }
  const { type, recurringDays, recurringDates } = fields
  if (type === 'Weekly') return { rule: { type, days: inOrder(recurringDays), hours } }
  if (type === 'Monthly') return { rule: { type, dates: inOrder(recurringDates), hours } }
  return { rule: { type: 'Daily' as const, hours } }
}

function yearly({ selectedMonth, recurringDates }: BlockerFields) {
  const month = selectedMonth as number
  if (recurringDates.some((date) => date > lastDateOf(month)))
    return { mistakes: { recurringDates: 'date_not_in_month' } as BlockerMistakes }
  return { rule: { type: 'Yearly' as const, month, dates: inOrder(recurringDates) } }
}

/**
 * The times of day of start and end, whatever days they stand on; the whole day without them. An end at 00:00 or
 * 23:59 is the end of the day. Null when the end is not after the start.
 */
function hoursOf({ startDateTime, endDateTime }: BlockerFields, timeZone: string): Hours | null {
  if (!startDateTime || !endDateTime) return WHOLE_DAY
  const from = minutesOf(clinicTime(startDateTime, timeZone))
  const end = minutesOf(clinicTime(endDateTime, timeZone))
  const to = end === 0 || end === 1439 ? 1440 : end
  return from < to ? { from, to } : null
}

const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
