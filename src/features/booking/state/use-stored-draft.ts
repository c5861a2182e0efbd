import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { bookingAtom } from './booking-atom.ts'
import { type BookingAction, reduceBooking } from './booking-state.ts'
import { verified } from './patient-form.ts'
import { clearDraft, saveDraft } from './stored-draft.ts'

const RESTART: BookingAction = { type: 'restarted' }

/** Stores the unfinished booking at each change, from step 2 on. */
export function useStoredDraft(isRestored: boolean): void {
  const changed = useAtomValue(bookingAtom)
  const store = useStore()
  useEffect(() => {
    if (!isRestored) return
    // As it is by now: another effect of this change may have ended it.
    const state = store.get(bookingAtom)
    // A verified patient stays one: what a reload finds is the start of another booking.
    if (state.booked && state.patient)
      saveDraft([RESTART, verified(state.patient)].reduce(reduceBooking, state))
    else if (state.booked) clearDraft()
    else if (state.reached > 1) saveDraft(state)
  }, [changed, isRestored, store])
}
