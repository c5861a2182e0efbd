import type { Appointment } from '../../../../contract/appointments.ts'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { startCase } from '../../../../domain/start-case.ts'
import { clinicFacts } from '../../../clinic.ts'
import { clock } from '../../../clock.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'

/** A registered patient's name as the server shows it; a visitor's in start case: `surname` is the first name, as in the booking. */
export const patientName = ({ user }: Pick<Appointment, 'user'>) =>
  user.displayName ?? startCase(`${user.surname} ${user.other_names}`)

/** An instant in clinic time; the day has its year unless it is the present one. */
export function momentParts(instant: string, language: string, now = clock.now()) {
  // The instant carries the clinic's offset, so its own digits are clinic time.
  const date = instant.slice(0, 10)
  const year = date.slice(0, 4) !== clinicDate(now, clinicFacts().timeZone).slice(0, 4)
  return { day: shortDay(date, language, { year }), time: formatTime(instant.slice(11, 16), language) }
}

/** Encoded, since special characters in an address would be read as a subject and the like. */
export const mailLink = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
