import { clinicDate, clinicTime, inUtc } from '../../domain/clinic-time.ts'
import { dayInDigits, formatTime } from './format-time.ts'

/**
 * When something was, in clinic time whatever the zone of the device: '14 Nov 2026, 10:42 AM' in English.
 * @param instant ISO 8601 with offset
 */
export function formatInstant(instant: string, timeZone: string, language: string): string {
  const at = new Date(instant)
  const date = clinicDate(at, timeZone)
  return `${formatDate(date, language)}, ${formatTime(clinicTime(at, timeZone), language)}`
}

/**
 * '14 Nov 2026' in English, which alone needs the month in letters to tell it from the day.
 * @param date 'YYYY-MM-DD'
 */
export function formatDate(date: string, language: string): string {
  if (language !== 'en') return dayInDigits(date, language)
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  // Newer versions of English abbreviate September to four letters.
  return format.format(inUtc(date)).replace('Sept', 'Sep')
}
