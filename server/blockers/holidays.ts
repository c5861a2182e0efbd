import type { HolidaysTypes } from 'date-holidays'
import type { Holiday } from '../../contract/blockers.ts'
import { addDays } from '../../domain/clinic-time.ts'

const DAY_MS = 86_400_000
/** A Gregorian date, such as '10-01 since 1960'; others follow Easter or the moon. */
const FIXED_DATE = /^\d\d-\d\d\b/
/** Islamic months with holidays: their days are announced after the moon is sighted. */
const BY_THE_MOON = /Muharram|Safar|Rabi|Jumada|Rajab|Shaban|Ramadan|Shawwal|Dhu al-/

/**
 * A country's public holidays of a year by date, including substitutes for weekends. Dates that follow the
 * moon are predictions and can be a day or two off.
 * @param country two letters, 'NG'
 */
export async function publicHolidays(country: string, year: number): Promise<Holiday[]> {
  // Loaded on first use: calendars of the whole world take 30 MB, and most servers never need them.
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays(country, { types: ['public'] })
  return calendar.getHolidays(year).map(asHoliday)
}

function asHoliday({ name, date, start, end, rule, substitute }: HolidaysTypes.Holiday): Holiday {
  const from = date.slice(0, 10)
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
  return {
    name,
    from,
    to: addDays(from, days - 1),
    yearly: FIXED_DATE.test(rule) && !substitute,
    toBeConfirmed: BY_THE_MOON.test(rule),
  }
}
