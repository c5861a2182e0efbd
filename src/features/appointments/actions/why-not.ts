import type { Appointment } from '../../../../contract/appointments.ts'

/** Why an appointment cannot be cancelled now; null: it can. The server refuses one that has begun too. */
export function whyNotCancelled(
  { appointment_date }: Pick<Appointment, 'appointment_date'>,
  connected: boolean,
  now = new Date(),
): 'begun' | 'offline' | null {
  if (Date.parse(appointment_date) <= now.getTime()) return 'begun'
  return connected ? null : 'offline'
}
