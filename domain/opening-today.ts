import type { OpeningHours } from './clinic.ts'
import { clinicDate, clinicTime, weekdayOf } from './clinic-time.ts'

/** State of the clinic right now. Times are 'HH:mm' in clinic time, `until` up to '24:00'. */
export type OpeningToday =
  | { state: 'open'; until: string }
  | { state: 'opens'; from: string }
  | { state: 'closed' }

/** Reports whether a place is open now, by its hours alone, or opens later today. */
export function openingToday(hours: OpeningHours, now: Date, timeZone: string): OpeningToday {
  const time = clinicTime(now, timeZone)
  const periods = hours[weekdayOf(clinicDate(now, timeZone))] ?? []
  const present = periods.find(({ from, to }) => from <= time && time < to)
  if (present) return { state: 'open', until: present.to }
  const coming = periods.find(({ from }) => from > time)
  return coming ? { state: 'opens', from: coming.from } : { state: 'closed' }
}
