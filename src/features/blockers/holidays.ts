import type { Blocker, Holiday, SaveBlockerWire } from '../../../contract/blockers.ts'
import {
  addDays,
  clinicDate,
  daysBetween,
  isClinicDate,
  isoWithOffset,
  toInstant,
} from '../../../domain/clinic-time.ts'
import type { Problem } from '../../ui/form/problems.ts'
import { type Clock, EMPTY_BLOCKER, wireOf } from './blocker-form.ts'

export type HolidayChoice = {
  name: string
  /** First and last day, 'YYYY-MM-DD' in clinic time; lunar ones can be corrected. */
  from: string
  to: string
  type: 'One Time' | 'Yearly'
  canBeYearly: boolean
  toBeConfirmed: boolean
  isChosen: boolean
}

/** Holidays with a fixed date begin as yearly ones; none is chosen yet. */
export const choiceOf = ({ name, from, to, yearly, toBeConfirmed }: Holiday): HolidayChoice => ({
  name,
  from,
  to,
  type: yearly ? 'Yearly' : 'One Time',
  canBeYearly: yearly,
  toBeConfirmed,
  isChosen: false,
})

/** Once, from midnight to the midnight after its last day, or every year. */
export function wireOfHoliday({ name, from, to, type }: HolidayChoice, clock: Clock): SaveBlockerWire {
  const [, month = 1, date = 1] = from.split('-').map(Number)
  if (type === 'Yearly') {
    return wireOf(
      {
        ...EMPTY_BLOCKER,
        description: name,
        type,
        selectedMonth: String(month - 1),
        recurringDates: String(date),
      },
      clock,
    )
  }
  const midnight = (day: string) => isoWithOffset(toInstant(day, '00:00', clock.timeZone), clock.timeZone)
  return {
    ...wireOf({ ...EMPTY_BLOCKER, description: name, type }, clock),
    startDateTime: midnight(from),
    endDateTime: midnight(addDays(to, 1)),
  }
}

/** Maximum distance of an announced day from the predicted one; the next of that name is 354 days later. */
const MOON_DAYS = 60

/**
 * Whether blockers of all locations close the clinic on each of its days already, whatever they are called: the days that are
 * chosen, or for a yearly one every year.
 */
export function isPresent(choice: HolidayChoice, blockers: readonly Blocker[]): boolean {
  const { from, to, type } = choice
  if (!isClinicDate(from) || !isClinicDate(to)) return false
  const ofAll = blockers.filter(({ location, doctorId }) => location === null && !doctorId)
  if (choice.toBeConfirmed && ofAll.some((blocker) => isAnnounced(choice, blocker))) return true
  const days = Array.from({ length: Math.max(1, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day))
  return days.every((day) =>
    ofAll.some((blocker) => isYearlyOn(blocker, day) || (type === 'One Time' && isClosedOn(blocker, day))),
  )
}

/** Whether it is the same holiday, on the days that were announced in the end. */
function isAnnounced({ name, from }: HolidayChoice, { type, description, startDateTime }: Blocker): boolean {
  if (type !== 'One Time' || description !== name || startDateTime === null) return false
  return Math.abs(daysBetween(startDateTime.slice(0, 10), from)) <= MOON_DAYS
}

function isYearlyOn({ type, selectedMonth, recurringDates }: Blocker, day: string): boolean {
  const [, month = 1, date = 1] = day.split('-').map(Number)
  return type === 'Yearly' && selectedMonth === month - 1 && recurringDates.includes(date)
}

/** Instants of the wire carry the clinic's offset, so that their own digits are clinic time. An end at 23:59 is midnight. */
function isClosedOn({ type, startDateTime, endDateTime }: Blocker, day: string): boolean {
  if (type !== 'One Time' || startDateTime === null || endDateTime === null) return false
  return startDateTime.slice(0, 16) <= `${day}T00:00` && endDateTime.slice(0, 16) >= `${day}T23:59`
}

/** Index of the first holiday that is neither over nor present; -1 for none. */
export function firstToCome(
  choices: readonly HolidayChoice[],
  blockers: readonly Blocker[],
  clock: Clock,
): number {
  const today = clinicDate(clock.now, clock.timeZone)
  return choices.findIndex((choice) => choice.to >= today && !isPresent(choice, blockers))
}

export const isOver = ({ type, to }: HolidayChoice, { timeZone, now }: Clock) =>
  type === 'One Time' && isClinicDate(to) && to < clinicDate(now, timeZone)

export function mistakesInDays({ from, to }: HolidayChoice): { from?: Problem; to?: Problem } {
  return {
    ...(isClinicDate(from) ? {} : { from: { key: 'date_invalid' } }),
    ...(isClinicDate(to)
      ? to < from
        ? { to: { key: 'end_before_start' } }
        : {}
      : { to: { key: 'date_invalid' } }),
  }
}
