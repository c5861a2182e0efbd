import type { Clinic } from './clinic.ts'
import type { Visit } from './visits.ts'

/** How long before a visit its patient may still change it online, in minutes, where the clinic says nothing. */
const CHANGE_UNTIL_MINUTES = 120

/** When a patient can no longer confirm, move or cancel a visit online, and calls instead. */
export function changeUntil(startsAt: Date, { changeUntilMinutes }: Clinic['booking']): Date {
  return new Date(startsAt.getTime() - (changeUntilMinutes ?? CHANGE_UNTIL_MINUTES) * 60_000)
}

type OwnVisit = { status: 'open' | 'confirmed' | 'cancelled'; visit: Visit; startsAt: Date }

/** Why a patient cannot change their visit online; null: they can. Whoever is there already speaks with the desk. */
export function ownChangeRefusal(
  { status, visit, startsAt }: OwnVisit,
  { booking, now }: { booking: Clinic['booking']; now: Date },
): 'already_cancelled' | 'visit_state' | null {
  if (status === 'cancelled') return 'already_cancelled'
  return visit !== null || now > changeUntil(startsAt, booking) ? 'visit_state' : null
}

/**
 * Whether a visit counts as confirmed once its patient says that they come: one that the clinic entered or had confirmed
 * before, or any where the clinic leaves that to its patients. For all others that word is the clinic's.
 */
export function confirmsByPatient(
  { isOfClinic, wasConfirmed }: { isOfClinic: boolean; wasConfirmed: boolean },
  { patientsConfirm = false }: Clinic['booking'],
): boolean {
  return patientsConfirm || isOfClinic || wasConfirmed
}
