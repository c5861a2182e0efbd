/**
 * Clinic days and times in words. They are formatted as the plain days and times they are:
 * the zone of the device never comes in.
 */

const asUtc = (date: string, time = '00:00') => new Date(`${date}T${time}:00Z`)

// English as Nigeria writes dates (day, then month) while times keep the specification's '9:30 AM'.
const localeOfDates = (language: string) => (language === 'en' ? 'en-GB' : language)
const localeOfTimes = (language: string) => (language === 'en' ? 'en-US' : language)

/** '9:30 AM' for '09:30' in English. */
export function timeInWords(time: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOfTimes(language), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  // Newer ICU puts a narrow no-break space before AM, which many fonts lack.
  return format.format(asUtc('2030-01-01', time)).replace(/\u202f/g, ' ')
}

/** 'Monday, 4 March 2030' for '2030-03-04' in English, as the mail has it; without the year: 'Monday, 4 March'. */
export function dayInWords(date: string, language: string, { year = false } = {}): string {
  const format = new Intl.DateTimeFormat(localeOfDates(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
  // Whether English has a comma here differs between versions of the Unicode data.
  return format.format(asUtc(date)).replace(/^(\p{L}+),? (?=\d)/u, '$1, ')
}

/** 'Mon 4 Mar' for '2030-03-04' in English; with the year: 'Mon 4 Mar 2030'. */
export function shortDay(date: string, language: string, { year = false } = {}): string {
  const format = new Intl.DateTimeFormat(localeOfDates(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  })
  // Newer English has four letters for one month alone.
  return format.format(asUtc(date)).replace(',', '').replace('Sept', 'Sep')
}

/** The city that names a time zone: 'Port of Spain' for 'America/Port_of_Spain'. */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
