import { dayInDigits, formatTime } from '../../../ui/format-time.ts'

/**
 * English has 'YYYY-MM-DD' and 'h:mm a' (specification, section 2), other languages their own form. The instant carries
 * the clinic's offset, so its own digits are clinic time and the zone of the device does not matter.
 */
export function clinicMoment(instant: string, language: string): { date: string; time: string } {
  return {
    date: dayInDigits(instant.slice(0, 10), language),
    time: formatTime(instant.slice(11, 16), language),
  }
}
