import { addDays, inUtc, weekdayOf } from '../../../../domain/clinic-time.ts'

/** Monday to Sunday of the week that a day is in, each 'YYYY-MM-DD'. */
export function weekOf(day: string): string[] {
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7))
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
}

/** '23 – 29 November 2026', Monday to Sunday; where there is less room: '23 – 29 Nov 2026'; on a phone: '23 – 29 Nov'. */
export function formatWeek(
  week: readonly string[],
  language: string,
  room: 'desk' | 'tablet' | 'phone' = 'desk',
): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: room === 'desk' ? 'long' : 'short',
    year: room === 'phone' ? undefined : 'numeric',
    timeZone: 'UTC',
  })
  const [monday = '', sunday = ''] = [week[0], week.at(-1)]
  return format.formatRange(inUtc(monday), inUtc(sunday)).replace(/\s?г\.$/, '')
}

/** 'AO' of 'Dr. Amaka Okafor': titles end with a full stop. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !word.endsWith('.'))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}
