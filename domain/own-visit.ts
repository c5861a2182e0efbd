import type { Clinic } from './clinic.ts'
import { clinicDate, daysBetween } from './clinic-time.ts'
import type { Visit } from './visits.ts'

/** Limit of the reason for a patient's cancellation. */
export const CANCEL_REASON_MAX_LENGTH = 300

/** Default deadline for online changes, in minutes before an appointment. */
const CHANGE_UNTIL_MINUTES = 120

/**
 * Undo period of a patient's cancellation, in milliseconds: the slot is not offered and no message is sent before its
 * end.
 */
export const UNDO_MS = 15 * 60_000

/** In minutes before the start. */
export const changeUntilMinutes = ({ changeUntilMinutes }: Pick<Clinic['booking'], 'changeUntilMinutes'>) =>
  changeUntilMinutes ?? CHANGE_UNTIL_MINUTES

/** Deadline for confirming, moving or cancelling an appointment online; then the patient calls. */
export function changeUntil(startsAt: Date, booking: Pick<Clinic['booking'], 'changeUntilMinutes'>): Date {
  return new Date(startsAt.getTime() - changeUntilMinutes(booking) * 60_000)
}

type OwnVisit = { status: 'open' | 'confirmed' | 'cancelled'; visit: Visit; startsAt: Date }

/**
 * Reason why a patient cannot change their appointment online; null: they can. A patient who is there already speaks
 * with the desk.
 */
export function ownChangeRefusal(
  { status, visit, startsAt }: OwnVisit,
  { booking, now }: { booking: Clinic['booking']; now: Date },
): 'already_cancelled' | 'visit_state' | null {
  if (status === 'cancelled') return 'already_cancelled'
  return visit !== null || now > changeUntil(startsAt, booking) ? 'visit_state' : null
}

/** Range of online moves around an appointment's own date, in days, where that is beyond the clinic's horizon. */
const DAYS_AROUND = 14

/**
 * Horizon of a move online, in days from today: the clinic's own, or two weeks beyond the appointment's date. The desk
 * books further ahead than patients can.
 */
export function horizonToMove(
  startsAt: Date,
  { horizonDays, now, timeZone }: { horizonDays: number; now: Date; timeZone: string },
): number {
  const ahead = daysBetween(clinicDate(now, timeZone), clinicDate(startsAt, timeZone))
  return Math.max(horizonDays, ahead + DAYS_AROUND + 1)
}
