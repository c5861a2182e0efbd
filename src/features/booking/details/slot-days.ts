import type { DayAvailability } from '../../../../contract/availability.ts'
import { addDays, daysBetween, minutesOf } from '../../../../domain/clinic-time.ts'
import type { Slot } from '../state/booking-state.ts'

const DAY_MINUTES = 24 * 60

/** The month of a day: 'YYYY-MM'. */
export const monthOf = (date: string) => date.slice(0, 7)

/** The months from one day to another, in order. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = followingMonth(month)) months.push(month)
  return months
}

/** The month after a month, both 'YYYY-MM'. */
export function followingMonth(month: string): string {
  return monthOf(addDays(`${month}-28`, 4))
}

/** The bookable days of a month, both included: not before the first, not after the last day on offer. */
export function bookablePart(month: string, first: string, last: string): { from: string; to: string } {
  const end = addDays(`${followingMonth(month)}-01`, -1)
  const start = `${month}-01`
  return { from: start < first ? first : start, to: end > last ? last : end }
}

/**
 * Whether a chosen slot has to be cleared.
 * @param times the free times of its day, or null while they aren't known: a dropped connection clears nothing
 */
export function isGone(time: string, times: readonly string[] | null): boolean {
  return times !== null && time !== '' && !times.includes(time)
}

/** The free slots closest to a wanted one that cannot be had, at most `count`, in order of time. */
export function nearestSlots(days: readonly DayAvailability[], wanted: Slot, count: number): Slot[] {
  const distance = ({ date, time }: Slot) =>
    Math.abs(daysBetween(wanted.date, date) * DAY_MINUTES + minutesOf(time) - minutesOf(wanted.time))
  return days
    .flatMap(({ date, slots }) => slots.map((time) => ({ date, time })))
    .filter(({ date, time }) => date !== wanted.date || time !== wanted.time)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`))
}
