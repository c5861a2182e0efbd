import { FLOOD_CANCELS, type FloodBooking, type FloodGroup } from '../../../contract/flood.ts'

type Ticks = ReadonlySet<string>

/** Whether a booking can still be cancelled. */
export const isTickable = ({ isOver }: Pick<FloodBooking, 'isOver'>): boolean => !isOver

/** The bookings of a group that its button ticks: none whose contact is known, which takes a look at each. */
export const newIn = ({ bookings }: Pick<FloodGroup, 'bookings'>): readonly FloodBooking[] =>
  bookings.filter((booking) => isTickable(booking) && !booking.isKnown)

/** Selection with these added, or removed. */
export function ticked(ticks: Ticks, ids: readonly string[], isTicked: boolean): Ticks {
  const next = new Set(ticks)
  for (const id of ids) {
    if (isTicked) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The ticked bookings that are there and can be cancelled, as many as one call takes. */
export function chosen(groups: readonly FloodGroup[], ticks: Ticks): readonly FloodBooking[] {
  return groups
    .flatMap(({ bookings }) => bookings)
    .filter((booking) => ticks.has(booking.id) && isTickable(booking))
    .slice(0, FLOOD_CANCELS)
}
