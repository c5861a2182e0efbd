import { dayInDigits, formatTime } from '../../ui/format-time.ts'

/**
 * Day and time of an instant of the wire as the list shows them: in English 'YYYY-MM-DD' and 'h:mm a' (specification,
 * section 2), otherwise as the language writes them. Such an instant carries the clinic's offset, so its own digits are
 * clinic time: the zone of the device never comes in.
 */
export function clinicMoment(instant: string, language: string): { date: string; time: string } {
  return {
    date: dayInDigits(instant.slice(0, 10), language),
    time: formatTime(instant.slice(11, 16), language),
  }
}
