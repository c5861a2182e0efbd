import type { Blocker, Holiday, SaveBlockerWire } from '../../../contract/blockers.ts'
import { addDays, clinicDate, isClinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
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

/** Whether a blocker of this name begins on the same day, or comes on it every year. */
export function isPresent(choice: HolidayChoice, blockers: readonly Blocker[]): boolean {
  const [, month = 1, date = 1] = choice.from.split('-').map(Number)
  return blockers.some((blocker) => {
    if (blocker.description !== choice.name) return false
    if (blocker.type === 'Yearly')
      return blocker.selectedMonth === month - 1 && blocker.recurringDates.includes(date)
    // Instants of the wire carry the clinic's offset.
    return choice.type === 'One Time' && blocker.startDateTime?.slice(0, 16) === `${choice.from}T00:00`
  })
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
