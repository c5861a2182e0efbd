import { addDays, minutesOf } from '../../../../domain/clinic-time.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { formatSpan } from '../day/format-span.ts'

/**
 * Formats the time of a blocker: 'Mon 23 Nov, 1:00 – 2:00 PM', 'Mon 23 Nov' for a whole day, 'Mon 23 Nov – Fri 27
 * Nov' for more.
 * @param start and `end`: instants with the clinic's offset
 */
export function blockedWhen(start: string, end: string, language: string): string {
  const [from, to] = [start.slice(0, 10), end.slice(0, 10)]
  const [first, last] = [minutesOf(start.slice(11, 16)), minutesOf(end.slice(11, 16))]
  // It ends where a day begins.
  const until = last === 0 ? addDays(to, -1) : to
  const day = shortDay(from, language)
  if (from !== until) return `${day} – ${shortDay(until, language)}`
  if (first === 0 && last === 0) return day
  return `${day}, ${formatSpan({ from: first, to: last === 0 ? 1440 : last }, language)}`
}
