import { FLOOD_CANCELS, type FloodBooking, type FloodGroup } from '../../../contract/flood.ts'

type Selection = ReadonlySet<string>

/** Whether a booking can still be cancelled. */
export const isSelectable = ({ isOver }: Pick<FloodBooking, 'isOver'>): boolean => !isOver

/** Bookings of a group that its button selects: none of a known contact, since each of those needs a look. */
export const newIn = ({ bookings }: Pick<FloodGroup, 'bookings'>): readonly FloodBooking[] =>
  bookings.filter((booking) => isSelectable(booking) && !booking.isKnown)

/** Selection with these added, or removed. */
export function changedSelection(
  selection: Selection,
  ids: readonly string[],
  isSelected: boolean,
): Selection {
  const next = new Set(selection)
  for (const id of ids) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Selected bookings that can be cancelled, up to the limit of one call. */
export function chosen(groups: readonly FloodGroup[], selection: Selection): readonly FloodBooking[] {
  return groups
    .flatMap(({ bookings }) => bookings)
    .filter((booking) => selection.has(booking.id) && isSelectable(booking))
    .slice(0, FLOOD_CANCELS)
}
