import { formatTime } from '../format-time.ts'

/** How a picker's field writes a time, in the words of dayjs: as `formatTime` does, 'h:mm A' in English, 'H:mm' or 'HH:mm' elsewhere. */
export function timePattern(language: string): string {
  const morning = formatTime('09:30', language)
  if (morning.endsWith('AM')) return 'h:mm A'
  return morning.startsWith('0') ? 'HH:mm' : 'H:mm'
}
