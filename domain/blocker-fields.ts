import type { BlockerRule, BlockerType, Hours } from './blockers.ts'
import { lastDateOf, WHOLE_DAY } from './blockers.ts'
import { addDays, clinicDate, clinicTime, minutesOf } from './clinic-time.ts'
import type { Interval } from './slots.ts'

/** A blocker's fields, as the specification names them (section 3). */
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

/** Distance of a one-time blocker from today, in years. */
const YEARS_BACK = 1
const YEARS_AHEAD = 10
/**
 * Distance of the days of a recurring blocker from now, in years. Only its times of day count, but in the years 0001 or
 * 10000 these cannot be computed.
 */
const YEARS_OF_TIMES = 100
const YEAR_MS = 365.25 * 86_400_000

/**
 * The fields, besides times, that each type uses; the others stay empty. Every type may carry times: the page
 * sends the whole day along with a yearly one (specification, section 5).
 */
const FIELDS_OF: Record<BlockerType, readonly Field[]> = {
  'One Time': [],
  Daily: [],
  Weekly: ['recurringDays'],
  Monthly: ['recurringDates'],
  Yearly: ['recurringDates', 'selectedMonth'],
}

/** Mistakes of a blocker by field; none when it can be saved (specification, section 10). */
export function mistakesIn(
  fields: BlockerFields,
  { timeZone, now }: { timeZone: string; now: Date },
): BlockerMistakes {
  const mistakes: BlockerMistakes = {
    ...strayFields(fields),
    ...missingFields(fields),
    ...unreadableTimes(fields, now),
  }
  if (Object.keys(mistakes).length > 0) return mistakes
  const rule = ruleOfFields(fields, timeZone)
  switch (rule.type) {
    case 'One Time':
      return mistakesInPeriod(rule.period, clinicDate(now, timeZone), timeZone)
    case 'Yearly':
      return rule.dates.some((date) => date > lastDateOf(rule.month))
        ? { recurringDates: 'date_not_in_month' }
        : {}
    default:
      return rule.hours.from < rule.hours.to ? {} : { endDateTime: 'end_before_start' }
  }
}

/** The rule of valid fields. Fields that the type does not use are ignored. */
export function ruleOfFields(fields: BlockerFields, timeZone: string): BlockerRule {
  const { type, startDateTime, endDateTime, recurringDays, recurringDates, selectedMonth } = fields
  switch (type) {
    case 'One Time':
      return { type, period: { start: startDateTime?.getTime() ?? 0, end: endDateTime?.getTime() ?? 0 } }
    case 'Daily':
      return { type, hours: hoursOf(fields, timeZone) }
    case 'Weekly':
      return { type, days: inOrder(recurringDays), hours: hoursOf(fields, timeZone) }
    case 'Monthly':
      return { type, dates: inOrder(recurringDates), hours: hoursOf(fields, timeZone) }
    case 'Yearly':
      return { type, month: selectedMonth ?? 0, dates: inOrder(recurringDates) }
  }
}

/**
 * The times of day of start and end, whatever their days; the whole day without them. An end at 00:00 or
 * 23:59 is the end of the day.
 */
function hoursOf({ startDateTime, endDateTime }: BlockerFields, timeZone: string): Hours {
  if (!startDateTime || !endDateTime) return WHOLE_DAY
  const end = minutesOf(clinicTime(endDateTime, timeZone))
  return {
    from: minutesOf(clinicTime(startDateTime, timeZone)),
    to: end === 0 || end === 1439 ? WHOLE_DAY.to : end,
  }
}

function strayFields(fields: BlockerFields): BlockerMistakes {
  const { recurringDays, recurringDates, selectedMonth } = fields
  const filled = {
    recurringDays: recurringDays.length > 0,
    recurringDates: recurringDates.length > 0,
    selectedMonth: selectedMonth !== null,
  }
  const own = FIELDS_OF[fields.type]
  const stray = (Object.keys(filled) as (keyof typeof filled)[]).filter(
    (field) => filled[field] && !own.includes(field),
  )
  return Object.fromEntries(stray.map((field) => [field, 'not_for_type']))
}

function missingFields({ type, startDateTime, endDateTime, ...fields }: BlockerFields): BlockerMistakes {
  const mistakes: BlockerMistakes = {}
  const timesNeeded = type === 'One Time' || type === 'Daily'
  // One time without the other is a mistake; a yearly blocker needs neither.
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

function unreadableTimes({ type, startDateTime, endDateTime }: BlockerFields, now: Date): BlockerMistakes {
  // A one-time blocker has narrower limits, and its end is compared with its start first.
  if (type === 'One Time') return {}
  const isTooFar = (instant: Date | null) =>
    instant !== null && Math.abs(instant.getTime() - now.getTime()) > YEARS_OF_TIMES * YEAR_MS
  return {
    ...(isTooFar(startDateTime) && { startDateTime: 'too_far' }),
    ...(isTooFar(endDateTime) && { endDateTime: 'too_far' }),
  }
}

function mistakesInPeriod({ start, end }: Interval, day: string, timeZone: string): BlockerMistakes {
  if (end <= start) return { endDateTime: 'end_before_start' }
  const isTooFar = (instant: number) => {
    const date = clinicDate(new Date(instant), timeZone)
    return date < yearsFrom(day, -YEARS_BACK) || date > yearsFrom(day, YEARS_AHEAD)
  }
  const mistakes: BlockerMistakes = {}
  if (isTooFar(start)) mistakes.startDateTime = 'too_far'
  if (isTooFar(end)) mistakes.endDateTime = 'too_far'
  return mistakes
}

const yearsFrom = (date: string, years: number) => addDays(date, Math.round(years * 365.25))

const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
