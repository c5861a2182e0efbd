import { twelveHourTime } from '../../../domain/clinic-time.ts'

/**
 * Day and time of an instant of the wire as the list shows them (specification, section 2: 'YYYY-MM-DD', 'h:mm a').
 * Such an instant carries the clinic's offset, so its own digits are clinic time: the zone of the device never comes in.
 */
export function clinicMoment(instant: string): { date: string; time: string } {
  return { date: instant.slice(0, 10), time: twelveHourTime(instant.slice(11, 16)) }
}
