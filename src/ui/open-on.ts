import type { OpeningHours } from '../../domain/clinic.ts'
import { formatTime } from './format-time.ts'

/** Of the week, beginning with Monday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

/** Days with the same hours in one line: 'Mon–Fri 9:00 AM–5:00 PM'. Days without any are left out. */
export function openOn(hours: OpeningHours, language: string): string[] {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // The fourth of January 1970 was a Sunday.
  const nameOf = (day: number) => weekday.format(new Date(Date.UTC(1970, 0, 4 + day)))
  const lines: { first: number; last: number; open: string }[] = []
  for (const day of DAYS) {
    const open = (hours[day] ?? [])
      .map(({ from, to }) => `${formatTime(from, language)}–${formatTime(to, language)}`)
      .join(', ')
    const before = lines.at(-1)
    if (before?.open === open) before.last = day
    else lines.push({ first: day, last: day, open })
  }
  return lines
    .filter(({ open }) => open !== '')
    .map(({ first, last, open }) =>
      first === last ? `${nameOf(first)} ${open}` : `${nameOf(first)}–${nameOf(last)} ${open}`,
    )
}
