import { useEffect } from 'react'
import { clinic } from '../../clinic.ts'
import { type BookingAction, type BookingState, reduceBooking } from './booking-state.ts'
import { verified } from './patient-form.ts'
import { clearDraft, saveDraft } from './stored-draft.ts'

const RESTART: BookingAction = { type: 'restarted', offeredLocations: clinic.offeredLocations }

/** Stores the unfinished booking at each change. @param isBegun past step 1, or back there */
export function useStoredDraft(state: BookingState, isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return
    if (!state.booked) saveDraft(state)
    // A verified patient stays one: what a reload finds is the start of another booking.
    else if (state.patient) saveDraft([RESTART, verified(state.patient)].reduce(reduceBooking, state))
    else clearDraft()
  }, [state, isBegun])
}
