import type { createStore } from 'jotai'
import { readPatient } from '../../../api/one-time-codes.ts'
import { clinicFacts } from '../../../clinic.ts'
import { ApiError } from '../../../http/api-error.ts'
import { logout, testToken } from '../../../session/auth-calls.ts'
import { patientToken } from '../../../session/patient-token.ts'
import { bookingAtom } from './booking-atom.ts'
import { isFull } from './booking-state.ts'
import { readDraft } from './draft.ts'
import { recordOf, verified } from './patient-form.ts'
import { clearDraft, saveDraft } from './stored-draft.ts'

type Store = ReturnType<typeof createStore>

/**
 * Runs a call with the verified patient's token.
 * @returns its answer; 'over' when the server says that the token is no patient's (any more), 'unknown' when it could
 * not be reached: no other failure ends a verification
 */
async function asPatient<T>(ask: (token: string) => Promise<T>): Promise<T | 'over' | 'unknown'> {
  const token = patientToken.read()
  if (!token) return 'over'
  try {
    if ((await testToken(token)) !== 'patient') return 'over'
    return await ask(token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 ? 'over' : 'unknown'
  }
}

/** Ends the verification in this tab: back to the first step, with what was chosen kept (specification, section 4). */
export function endVerification(store: Store): void {
  patientToken.forget()
  store.set(bookingAtom, { type: 'ended' })
  const state = store.get(bookingAtom)
  // The first step keeps nothing by itself. What is booked is no draft any more.
  if (!state.booked) saveDraft(state)
}

/** Ends it because someone else wants to book: nothing of the patient stays, here or on the server. */
export function leavePatient(store: Store): void {
  const token = patientToken.read()
  patientToken.forget()
  clearDraft()
  store.set(bookingAtom, { type: 'left' })
  // Should it not arrive, the token ends by itself.
  if (token) logout(token).catch(() => {})
}

/** Checks the verification and ends it when it has expired. @returns whether it has ended */
export async function checkVerification(store: Store): Promise<boolean> {
  const token = patientToken.read()
  const answer = await asPatient(async () => 'holds' as const)
  // Meanwhile the patient may have been verified again or have left, and a booking in progress has its own answer.
  const { patient, sending } = store.get(bookingAtom)
  if (answer !== 'over' || !patient || sending || patientToken.read() !== token) return false
  endVerification(store)
  return true
}

/**
 * Restores the state after a reload: the unfinished booking, and the verified patient's present record
 * (specification, section 4: the token test).
 * @returns 'ended' when the verification has expired, 'unreachable' when that is unknown and nothing of it is kept
 */
export async function restoreBooking(store: Store): Promise<'ended' | 'unreachable' | 'restored'> {
  const draft = readDraft(clinicFacts().offeredLocations)
  if (!draft?.patient && !patientToken.read()) {
    if (draft) store.set(bookingAtom, { type: 'restored', draft })
    return 'restored'
  }

  const patient = await asPatient(readPatient)
  if (patient === 'over') {
    if (draft) store.set(bookingAtom, { type: 'restored', draft })
    if (draft?.ownerId) endVerification(store)
    patientToken.forget()
    return 'ended'
  }
  if (patient === 'unknown') {
    if (!draft?.patient) return 'unreachable'
    store.set(bookingAtom, { type: 'restored', draft })
  } else if (draft?.ownerId === patient.id) {
    // The limit of bookings may be reached by now; the booking just sent may be the reason.
    const place = isFull(patient) && !draft.attempt ? ({ step: 1, reached: 1 } as const) : {}
    const fresh = { ...draft, ...place, patient, form: { ...draft.form, ...recordOf(patient) } }
    store.set(bookingAtom, { type: 'restored', draft: fresh })
  } else {
    store.set(bookingAtom, verified(patient))
  }
  return 'restored'
}
