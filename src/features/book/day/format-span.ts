import { timeOf } from '../../../../domain/clinic-time.ts'
import { formatTime } from '../../../ui/format-time.ts'
import type { Span } from './spans.ts'

/** 'HH:mm' of minutes of a day; midnight at its end is '00:00'. */
export const clockOf = (minutes: number): string => timeOf(minutes % 1440)

/** '11:30 AM' */
export const formatMinutes = (minutes: number, language: string): string =>
  formatTime(clockOf(minutes), language)

/** Formats a span: '11:00 – 11:30 AM', '11:30 AM – 12:30 PM', with a common ending once. */
export function formatSpan({ from, to }: Span, language: string): string {
  const [start, end] = [formatMinutes(from, language), formatMinutes(to, language)]
  const [, half] = / (\D+)$/.exec(end) ?? []
  return `${half && start.endsWith(` ${half}`) ? start.slice(0, -half.length - 1) : start} – ${end}`
}
