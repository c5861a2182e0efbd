import { inUtc, twelveHourTime } from '../../domain/clinic-time.ts'

/** Clinic days and times are formatted as plain values in UTC, so that the zone of the device does not matter. */

// Nigerian English writes the day before the month.
const localeOfDates = (language: string) => (language === 'en' ? 'en-GB' : language)

// In these the Unicode data orders the parts wrongly, or leaves a trailing comma.
const DAY_FIRST = ['ha', 'yo', 'ig']

// Making one takes the browser longer than a hundred uses of it.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, options])
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(name, format)
  return format
}

/** '9:30 AM' for '09:30' in English, '9:30' or '09:30' where people count to 24. */
export function formatTime(time: string, language: string): string {
  if (language === 'en') return twelveHourTime(time)
  const format = formatOf(language, { hour: 'numeric', minute: '2-digit' })
  // Newer ICU puts a narrow no-break space before AM, which many fonts lack.
  return format.format(inUtc('2030-01-01', time)).replace(/\u202f/g, ' ')
}

/**
 * 'Monday, 4 March 2030' for '2030-03-04' in English, as the mail has it; without the year: 'Monday, 4 March'.
 * In Russian without the sign for 'year', whose full stop would stand before that of a sentence.
 */
export function formatDay(date: string, language: string, { year = false } = {}): string {
  const words = dayFormat(language, 'long', year)(date)
  // The comma in English differs between versions of the Unicode data.
  return language === 'en' ? words.replace(/^(\p{L}+),? (?=\d)/u, '$1, ') : words
}

/** 'Mon 4 Mar' for '2030-03-04' in English; with the year: 'Mon 4 Mar 2030'. */
export function shortDay(date: string, language: string, { year = false } = {}): string {
  const words = dayFormat(language, 'short', year)(date)
  // Newer versions of English abbreviate September to four letters.
  return language === 'en' ? words.replace(',', '').replace('Sept', 'Sep') : words
}

/** 'Mon' for '2030-03-04' in English. */
export function shortWeekday(date: string, language: string): string {
  return formatOf(localeOfDates(language), { weekday: 'short' }).format(inUtc(date)).replace('.', '')
}

/** '2030-03-04' in English (specification, section 2), '04.03.2030' in German and Russian, '04/03/2030' elsewhere. */
export function dayInDigits(date: string, language: string): string {
  if (language === 'en') return date
  const locale = DAY_FIRST.includes(language) ? 'en-GB' : language
  return formatOf(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(inUtc(date))
}

function dayFormat(language: string, length: 'long' | 'short', year: boolean): (date: string) => string {
  const locale = localeOfDates(language)
  if (DAY_FIRST.includes(language)) {
    const part = (date: string, options: Intl.DateTimeFormatOptions) =>
      formatOf(locale, options).format(inUtc(date)).trim()
    return (date) => {
      const [yearOf = '', , day] = date.split('-')
      const month = `${Number(day)} ${part(date, { month: length })}`
      return `${part(date, { weekday: length })}, ${month}${year ? ` ${yearOf}` : ''}`
    }
  }
  const format = formatOf(locale, {
    weekday: length,
    day: 'numeric',
    month: length,
    year: year ? 'numeric' : undefined,
  })
  return (date) => format.format(inUtc(date)).replace(/\s?г\.$/, '')
}

/** Whether clocks in both zones show the same at a moment. @param other left out, the zone of this device */
export function clocksAgree(timeZone: string, at: Date, other?: string): boolean {
  const show = (zone: string | undefined) =>
    new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return show(timeZone) === show(other)
}

/** 'Port of Spain' for 'America/Port_of_Spain' */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
