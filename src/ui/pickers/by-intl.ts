import dayjs from 'dayjs'

/** Days and months of the browser, for languages that dayjs lacks. The week begins on Monday. */
export function makeLocale(iso: string): void {
  const names = (options: Intl.DateTimeFormatOptions, dates: Date[]) => {
    const format = new Intl.DateTimeFormat(iso, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  }
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2030, month, 1)))
  // 6 January 2030 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2030, 0, 6 + day)))
  dayjs.locale(
    iso,
    {
      name: iso,
      weekStart: 1,
      weekdays: names({ weekday: 'long' }, days),
      weekdaysShort: names({ weekday: 'short' }, days),
      weekdaysMin: names({ weekday: 'narrow' }, days),
      months: names({ month: 'long' }, months),
      monthsShort: names({ month: 'short' }, months),
      formats: { LT: 'HH:mm', L: 'DD/MM/YYYY', LL: 'D MMMM YYYY' },
      ordinal: (day: number) => String(day),
    },
    true,
  )
}
