import type { Appointment } from '../../../../contract/appointments.ts'
import { clock } from '../../../clock.ts'
import type { DisabledReason } from '../../../ui/use-disabled-reason.ts'

/** Null: it can be cancelled. The server refuses an appointment that has begun too. */
export function cancelDisabledReason(
  { appointment_date }: Pick<Appointment, 'appointment_date'>,
  disabledReason: DisabledReason | null,
  now = clock.now(),
): 'begun' | DisabledReason | null {
  if (Date.parse(appointment_date) <= now.getTime()) return 'begun'
  return disabledReason
}
