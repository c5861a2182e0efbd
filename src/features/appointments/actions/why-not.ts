import type { Appointment } from '../../../../contract/appointments.ts'
import { clock } from '../../../clock.ts'
import type { WhyNot } from '../../../ui/use-why-not.ts'

/** Why an appointment cannot be cancelled now; null: it can. The server refuses one that has begun too. */
export function whyNotCancelled(
  { appointment_date }: Pick<Appointment, 'appointment_date'>,
  whyNot: WhyNot | null,
  now = clock.now(),
): 'begun' | WhyNot | null {
  if (Date.parse(appointment_date) <= now.getTime()) return 'begun'
  return whyNot
}
