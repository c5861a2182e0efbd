import { atom } from 'jotai'
import { clinic } from '../../clinic.ts'
import { type BookingAction, initialState, reduceBooking } from './booking-state.ts'

const stateAtom = atom(initialState(clinic.offeredLocations))

/** The wizard's state and the one way to change it. It outlives the page, so a look elsewhere loses nothing. */
export const bookingAtom = atom(
  (get) => get(stateAtom),
  (get, set, action: BookingAction) => set(stateAtom, reduceBooking(get(stateAtom), action)),
)
