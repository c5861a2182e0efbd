import type { OpeningHours } from '../../domain/clinic.ts'
import { formatTime } from './format-time.ts'
import { WEEK, weekdayName } from './weekdays.ts'

/** Days with the same hours in one line: 'Mon–Fri 9:00 AM–5:00 PM'. Days without any are left out. */
export function openOn(hours: OpeningHours, language: string): string[] {
  const nameOf = (day: number) => weekdayName(day, language, 'short')
  const lines: { first: number; last: number; open: string }[] = []
  for (const day of WEEK) {
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
