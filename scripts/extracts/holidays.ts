import { HOLIDAY_YEARS } from '../../contract/blockers.ts'
import type { StoredHoliday } from '../../server/book/blockers/holidays.ts'

/** A holiday of one year; `days`: how many it lasts. */
type Holiday = { name: string; from: string; days: number; yearly: boolean; toBeConfirmed: boolean }
/** The used parts of date-holidays. */
type Calendar = { getCountries(): Record<string, string>; getHolidays(year: number): Day[] }
type Day = { name: string; date: string; start: Date; end: Date; rule: string; substitute?: boolean }

const DAY_MS = 86_400_000
/** A Gregorian date, such as '10-01 since 1960'; others follow Easter or the moon. */
const FIXED_DATE = /^\d\d-\d\d\b/
/** Islamic months with holidays: their days are announced after the moon is sighted. */
const BY_THE_MOON = /Muharram|Safar|Rabi|Jumada|Rajab|Shaban|Ramadan|Shawwal|Dhu al-/

/** The public holidays of each country, including substitutes for weekends, as server/book/blockers/holidays.json has them. */
export function holidaysByCountry(load: NodeJS.Require): Record<string, StoredHoliday[]> {
  const Calendars: new (country?: string, options?: object) => Calendar = load('date-holidays')
  const countries = Object.keys(new Calendars().getCountries()).sort()
  return Object.fromEntries(
    countries.map((country) => {
      const calendar = new Calendars(country, { types: ['public'] })
      const { first, last } = HOLIDAY_YEARS
      const years = Array.from({ length: last - first + 1 }, (_, i) => first + i)
      return [country, stored(years.flatMap((year) => calendar.getHolidays(year).map(asHoliday)))]
    }),
  )
}

function asHoliday({ name, date, start, end, rule, substitute }: Day): Holiday {
  return {
    name,
    from: date.slice(0, 10),
    days: Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS)),
    yearly: FIXED_DATE.test(rule) && !substitute,
    toBeConfirmed: BY_THE_MOON.test(rule),
  }
}

/** One entry for the days of one holiday over the years. */
function stored(holidays: readonly Holiday[]): StoredHoliday[] {
  const alike = Map.groupBy(holidays, ({ name, from, days, yearly, toBeConfirmed }) =>
    JSON.stringify([name, days, yearly, toBeConfirmed, yearly && from.slice(5)]),
  )
  return [...alike.values()].map((years) => {
    const [{ name, from, days, yearly, toBeConfirmed }] = years as [Holiday]
    const isEveryYear = yearly && years.length === HOLIDAY_YEARS.last - HOLIDAY_YEARS.first + 1
    return {
      name,
      on: isEveryYear ? from.slice(5) : years.map((year) => year.from).join(' '),
      ...(days > 1 && { days }),
      ...(yearly && { yearly }),
      ...(toBeConfirmed && { toBeConfirmed }),
    }
  })
}
