import type { Blocker } from '../../../contract/blockers.ts'
import { formatTime, shortDay } from '../../ui/format-time.ts'
import { WEEK, weekdayName } from '../../ui/weekdays.ts'

/* Instants of the wire carry the clinic's offset, so their own digits are clinic time; the device's zone does not matter. */

const timeLabel = (instant: string, language: string) => formatTime(instant.slice(11, 16), language)

/** 'Tue 5 Mar 2030' for a day 'YYYY-MM-DD' or an instant of the wire. */
export const dayLabel = (instant: string, language: string) =>
  shortDay(instant.slice(0, 10), language, { year: true })

/** 'Tue 5 Mar 2030, 9:30 AM' */
export const formatMoment = (instant: string, language: string) =>
  `${dayLabel(instant, language)}, ${timeLabel(instant, language)}`

/** 0 is January. */
export function monthName(month: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return format.format(new Date(Date.UTC(2030, month, 1)))
}

/** 'Monday, Sunday' for 0 and 1. */
export const daysLabel = (days: readonly number[], language: string) =>
  WEEK.filter((day) => days.includes(day))
    .map((day) => weekdayName(day, language))
    .join(', ')

/** '25, 26 December' for a yearly blocker ('25., 26. Dezember' in German), '1, 15' for a monthly one. */
export function datesLabel(
  { recurringDates, selectedMonth }: Pick<Blocker, 'recurringDates' | 'selectedMonth'>,
  language: string,
): string {
  const dates = [...recurringDates].sort((a, b) => a - b)
  const last = dates.pop()
  if (last === undefined || selectedMonth === null) return [...dates, last ?? ''].join(', ')
  // The format of a single date decides the form and the separator. 2032 has a 29 February.
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const parts = format.formatToParts(new Date(Date.UTC(2032, selectedMonth, last)))
  const mark = parts.find(({ type, value }) => type === 'literal' && value.startsWith('.')) ? '.' : ''
  return [...dates.map((date) => `${date}${mark}`), parts.map(({ value }) => value).join('')].join(', ')
}

/** Whether a recurring blocker blocks whole days: without times, or from midnight to the end of the day. */
export function isWholeDay({
  type,
  startDateTime,
  endDateTime,
}: Pick<Blocker, 'type' | 'startDateTime' | 'endDateTime'>): boolean {
  if (type === 'One Time') return false
  if (type === 'Yearly' || !startDateTime || !endDateTime) return true
  return startDateTime.slice(11, 16) === '00:00' && ['00:00', '23:59'].includes(endDateTime.slice(11, 16))
}

export type TimeLabels = { allDay: string; midnight: string }

/** One-time blockers as day and time, the others as times of day. */
export function startAndEnd(blocker: Blocker, language: string, labels: TimeLabels): [string, string] {
  const { type, startDateTime, endDateTime } = blocker
  if (isWholeDay(blocker)) return [labels.allDay, '']
  const [start, end] = [startDateTime ?? '', endDateTime ?? '']
  if (type === 'One Time') return [formatMoment(start, language), formatMoment(end, language)]
  // These are the end of the day, not its beginning.
  const isEndOfDay = ['00:00', '23:59'].includes(end.slice(11, 16))
  return [timeLabel(start, language), isEndOfDay ? labels.midnight : timeLabel(end, language)]
}
