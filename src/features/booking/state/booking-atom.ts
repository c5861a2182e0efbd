import { atom } from 'jotai'
import { clinicAtom } from '../../../clinic.ts'
import { type BookingAction, initialState, reduceBooking } from './booking-state.ts'

const stateAtom = atom(initialState())

/** State with a location: by default the first one of the clinic, once the facts are known. */
const locatedAtom = atom((get) => {
  const state = get(stateAtom)
  const location = state.form.location || get(clinicAtom)?.offeredLocations[0]
  return location ? { ...state, form: { ...state.form, location } } : state
})

/** The wizard's state and the one way to change it. It outlives the page, so a look elsewhere loses nothing. */
export const bookingAtom = atom(
  (get) => get(locatedAtom),
  (get, set, action: BookingAction) => set(stateAtom, reduceBooking(get(locatedAtom), action)),
)
