import { formatTime } from '../format-time.ts'

/**
 * Pattern of a picker's times for dayjs, as `formatTime`: 'h:mm A' in English, 'H:mm' or 'HH:mm' elsewhere.
 */
export function timePattern(language: string): string {
  const morning = formatTime('09:30', language)
  if (morning.endsWith('AM')) return 'h:mm A'
  return morning.startsWith('0') ? 'HH:mm' : 'H:mm'
}
