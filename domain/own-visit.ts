import type { Clinic } from './clinic.ts'
import type { Visit } from './visits.ts'

/** How long before a visit its patient may still change it online, in minutes, where the clinic says nothing. */
const CHANGE_UNTIL_MINUTES = 120

/** In minutes before the start. */
export const changeUntilMinutes = ({ changeUntilMinutes }: Pick<Clinic['booking'], 'changeUntilMinutes'>) =>
  changeUntilMinutes ?? CHANGE_UNTIL_MINUTES

/** When a patient can no longer confirm, move or cancel a visit online, and calls instead. */
export function changeUntil(startsAt: Date, booking: Pick<Clinic['booking'], 'changeUntilMinutes'>): Date {
  return new Date(startsAt.getTime() - changeUntilMinutes(booking) * 60_000)
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
