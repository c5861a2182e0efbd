import { clinicDate, clinicTime } from '../../../domain/clinic-time.ts'
import { clinicFacts } from '../../clinic.ts'
import { formatTime, shortDay } from '../../ui/format-time.ts'

/** 'Mon 4 Mar, 9:30 AM' in clinic time, in English with the day before the month. */
export function appointmentTime(
  instant: string,
  language: string,
  timeZone = clinicFacts().timeZone,
): string {
  const at = new Date(instant)
  const time = formatTime(clinicTime(at, timeZone), language)
  return `${shortDay(clinicDate(at, timeZone), language)}, ${time}`
}
