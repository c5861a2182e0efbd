import type { Appointment } from '../../contract/appointments.ts'
import { addDays } from '../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../domain/locations.ts'
import { clinicFacts } from '../clinic.ts'

/** First and last day, 'YYYY-MM-DD' in clinic time, of a location by its code or of 'all'. */
export type DayRange = { location: string; from: string; to: string }
export type DayOfPlace = { location: string; day: string; appointments: Appointment[] }

const timeOf = ({ appointment_date }: Appointment) => Date.parse(appointment_date)

/** As a day view has them: by time, and at one time by doctor. */
export const byTime = (appointments: readonly Appointment[]): Appointment[] =>
  [...appointments].sort((a, b) => timeOf(a) - timeOf(b) || a.doctor.name.localeCompare(b.doctor.name))

/**
 * The answer to one question as the days that it is about, those without appointments too. A range of all locations
 * has each day of 'all', and of each location.
 */
export function splitByDay(
  appointments: readonly Appointment[],
  { location, from, to }: DayRange,
  codes: readonly string[] = clinicFacts().locations.map(({ code }) => code),
): DayOfPlace[] {
  const places = location === ALL_LOCATIONS ? codes : []
  const sorted = byTime(appointments)
  const found: DayOfPlace[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    // An instant of the wire carries the clinic's offset: its own digits are clinic time.
    const ofDay = sorted.filter(({ appointment_date }) => appointment_date.startsWith(day))
    found.push({ location, day, appointments: ofDay })
    for (const code of places) {
      found.push({ location: code, day, appointments: ofDay.filter(({ user }) => user.location === code) })
    }
  }
  return found
}
