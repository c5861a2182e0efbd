import * as v from 'valibot'
import { type Blocker, SaveBlocker, type SaveBlockerWire } from '../../../contract/blockers.ts'
import { mistakesIn } from '../../../domain/blocker-fields.ts'
import { type BlockerType, lastDateOf } from '../../../domain/blockers.ts'
import { addDays, clinicDate, isClinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { type Problems, problemsOf } from '../../ui/form/problems.ts'
import { isWholeDay } from './blocker-labels.ts'
import { isBlockerType } from './blocker-type.ts'

/**
 * Fields by their wire names, as text. Start and end are 'YYYY-MM-DDTHH:mm' for a one-time blocker and 'HH:mm' for
 * the others, in clinic time; '?' while a picker holds half of one. Lists are numbers with commas.
 */
export const EMPTY_BLOCKER = {
  description: '',
  type: '',
  /** Code of a location; empty: all of them. */
  location: '',
  /** Doctor on leave; empty: none. */
  doctorId: '',
  /** 'yes' or '': the whole day, for the types that may go without times. */
  allDay: 'yes',
  startDateTime: '',
  endDateTime: '',
  recurringDays: '',
  recurringDates: '',
  selectedMonth: '',
}
export type BlockerField = keyof typeof EMPTY_BLOCKER
export type BlockerValues = Record<BlockerField, string>
export type Clock = { timeZone: string; now: Date }

export const ASKS: Record<BlockerType, { days: boolean; dates: boolean; month: boolean; times: Times }> = {
  'One Time': { days: false, dates: false, month: false, times: 'instants' },
  Daily: { days: false, dates: false, month: false, times: 'times' },
  Weekly: { days: true, dates: false, month: false, times: 'optional' },
  Monthly: { days: false, dates: true, month: false, times: 'optional' },
  Yearly: { days: false, dates: true, month: true, times: 'none' },
}
/** 'optional': times of day, or the whole day. */
type Times = 'instants' | 'times' | 'optional' | 'none'

export const numbersIn = (text: string) =>
  text
    .split(',')
    .filter((part) => part !== '')
    .map(Number)
    .sort((a, b) => a - b)

export function toggled(text: string, number: number): string {
  const before = numbersIn(text)
  const after = before.includes(number) ? before.filter((other) => other !== number) : [...before, number]
  return after.sort((a, b) => a - b).join(',')
}

/** Another type clears days and dates (specification, section 5), and times that it would read otherwise. */
export function changesWithType(values: BlockerValues, type: string): Partial<BlockerValues> {
  const timesOf = (of: string) => (isBlockerType(of) ? ASKS[of].times : 'none')
  const isOneTime = (of: string) => timesOf(of) === 'instants'
  const timesStay = timesOf(type) !== 'none' && isOneTime(type) === isOneTime(values.type)
  return {
    recurringDays: '',
    recurringDates: '',
    selectedMonth: '',
    startDateTime: timesStay ? values.startDateTime : '',
    endDateTime: timesStay ? values.endDateTime : '',
  }
}

/** Dates that the month does not have are removed. */
export function changesWithMonth(values: BlockerValues, month: string): Partial<BlockerValues> {
  const last = lastDateOf(Number(month))
  return {
    recurringDates: numbersIn(values.recurringDates)
      .filter((date) => date <= last)
      .join(),
  }
}

export function valuesOf(blocker: Blocker): BlockerValues {
  const { type, startDateTime, endDateTime } = blocker
  // Instants of the wire carry the clinic's offset, so their own digits are clinic time.
  const part = (instant: string | null) =>
    (type === 'One Time' ? instant?.slice(0, 16) : instant?.slice(11, 16)) ?? ''
  const allDay = ASKS[type].times === 'none' || (ASKS[type].times === 'optional' && isWholeDay(blocker))
  return {
    description: blocker.description,
    type,
    location: blocker.location ?? '',
    doctorId: blocker.doctorId ?? '',
    allDay: allDay || type === 'One Time' || type === 'Daily' ? 'yes' : '',
    startDateTime: allDay ? '' : part(startDateTime),
    endDateTime: allDay ? '' : part(endDateTime),
    recurringDays: blocker.recurringDays.join(','),
    recurringDates: blocker.recurringDates.join(','),
    selectedMonth: blocker.selectedMonth === null ? '' : String(blocker.selectedMonth),
  }
}

/**
 * Request body of a form (specification, sections 5 and 7): daily blockers and times of day use today's date, one
 * without times covers the whole of today, a yearly one the whole of its first date from this year on. Fields that a
 * type does not use are empty.
 */
export function wireOf(values: BlockerValues, { timeZone, now }: Clock): SaveBlockerWire {
  const today = clinicDate(now, timeZone)
  const iso = (date: string, time: string) => isoWithOffset(toInstant(date, time, timeZone), timeZone)
  const wholeDay = (date: string) => ({ startDateTime: iso(date, '00:00'), endDateTime: iso(date, '23:59') })
  // Invalid text is sent as it is: the check reports it at its field.
  const at = (text: string) => {
    const [date, time] = text.includes('T') ? text.split('T') : [today, text]
    return /^\d\d:\d\d$/.test(time ?? '') && isClinicDate(date ?? '') ? iso(date ?? '', time ?? '') : text
  }
  const { description, type, location, doctorId } = values
  const asks = isBlockerType(type) ? ASKS[type] : null
  const recurringDates = asks?.dates ? numbersIn(values.recurringDates) : []
  const selectedMonth = asks?.month && values.selectedMonth !== '' ? Number(values.selectedMonth) : null
  const times = () => {
    if (asks?.times === 'none') return wholeDay(firstDay(today, selectedMonth ?? 0, recurringDates[0] ?? 1))
    if (asks?.times === 'optional' && values.allDay) return wholeDay(today)
    return { startDateTime: at(values.startDateTime) || null, endDateTime: at(values.endDateTime) || null }
  }
  return {
    description,
    type: type as BlockerType,
    ...times(),
    recurringDays: asks?.days ? numbersIn(values.recurringDays) : [],
    recurringDates,
    selectedMonth,
    location: location || null,
    doctorId: doctorId || null,
  }
}

/** Whether a blocker is as it was to be saved. */
export const isSaved = (wire: SaveBlockerWire, blocker: Blocker, clock: Clock): boolean =>
  JSON.stringify(wireOf(valuesOf(blocker), clock)) === JSON.stringify(wire)

/**
 * The first day from this year on that is a yearly one: this year's, but for 29 February that of the next leap year.
 * A date that its month never has is the month's last day; the check refuses it.
 */
function firstDay(today: string, month: number, date: number): string {
  const year = Number(today.slice(0, 4))
  const two = (value: number) => String(value).padStart(2, '0')
  // Between two leap years are eight at most.
  for (let later = 0; later <= 8; later++) {
    const wanted = `${year + later}-${two(month + 1)}-${two(date)}`
    if (isClinicDate(wanted)) return wanted
  }
  const next = month === 11 ? `${year + 1}-01-01` : `${year}-${two(month + 2)}-01`
  return addDays(next, -1)
}

/** Mistakes by the contract and then by the clinic's rules; empty: the form can be sent. */
export function checkBlocker(values: BlockerValues, clock: Clock): Problems<BlockerField> {
  if (!isBlockerType(values.type)) {
    const description = problemsOf(v.pick(SaveBlocker, ['description']), { description: values.description })
    return { ...description, type: { key: 'required' } }
  }
  const wire = wireOf(values, clock)
  const found = v.safeParse(SaveBlocker, wire, { abortPipeEarly: true })
  const problems: Problems<BlockerField> = {}
  for (const issue of found.issues ?? []) {
    const field = issue.path?.[0]?.key as BlockerField
    problems[field] ??= { key: issue.message }
  }
  // The contract can only find that they are invalid.
  for (const field of ['startDateTime', 'endDateTime'] as const) {
    if (problems[field])
      problems[field] = { key: values.type === 'One Time' ? 'instant_invalid' : 'time_invalid' }
  }
  // Both checks run, so that a missing day and a missing description show together.
  const rest = found.success ? found.output : readable(wire)
  const { startDateTime, endDateTime, ...lists } = rest
  for (const [field, key] of Object.entries(mistakesIn({ ...lists, startDateTime, endDateTime }, clock))) {
    problems[field as BlockerField] ??= { key }
  }
  return problems
}

/** The part of an invalid form that the clinic's rules can judge. */
function readable(wire: SaveBlockerWire) {
  const instant = (text: string | null | undefined) => {
    const date = new Date(text ?? Number.NaN)
    return Number.isNaN(date.getTime()) ? null : date
  }
  return {
    type: wire.type,
    startDateTime: instant(wire.startDateTime),
    endDateTime: instant(wire.endDateTime),
    recurringDays: wire.recurringDays ?? [],
    recurringDates: wire.recurringDates ?? [],
    selectedMonth: wire.selectedMonth || wire.selectedMonth === 0 ? wire.selectedMonth : null,
  }
}
