import { isTablet } from '../../../device/tablet/mark.ts'
import { hasStoredToken, PATIENT_TOKEN_KEY } from '../../../session/stored-token.ts'
import type { Draft } from './booking-state.ts'

/** Storage of an unfinished booking: a visitor's on the device, a verified patient's in the tab alone. */
export const DRAFT_KEY = 'bookingDraft'
/** Key in sessionStorage of a requested code: phones discard a page while its owner reads the mail. */
export const PENDING_CODE_KEY = 'pendingCode'
const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Whether a storage keeps an unfinished booking younger than 24 hours; an older one is thrown away, and so is one that was
 * begun here before this became a reception tablet, where nothing of a patient is stored in the clear.
 * Cheap on purpose: the first load asks it before anything else is there to read the draft itself.
 * @param storage a function, since the very name of it may throw
 */
export function hasStoredDraft(storage: () => Storage, now = Date.now()): boolean {
  try {
    const text = storage().getItem(DRAFT_KEY)
    if (text === null) return false
    const { savedAt } = JSON.parse(text)
    if (!isTablet() && typeof savedAt === 'number' && savedAt <= now && now - savedAt < DRAFT_LIFE_MS)
      return true
    storage().removeItem(DRAFT_KEY)
  } catch {
    // No storage (while prerendering, or forbidden by the visitor), or not ours: then there is no draft.
  }
  return false
}

export const ofTab = () => sessionStorage
export const ofDevice = () => localStorage

/** Whether there is something to take up again: an unfinished booking, or a patient who was verified in this tab. */
export const hasStoredBooking = () =>
  hasStoredToken(PATIENT_TOKEN_KEY) || hasStoredDraft(ofTab) || hasStoredDraft(ofDevice)

/** Whether a code was asked for in this tab and not entered yet. */
export const hasPendingCode = () => hasStoredToken(PENDING_CODE_KEY)

/**
 * Stores an unfinished booking: a visitor's on the device, a verified patient's in the tab alone, also when the
 * verification has ended. Does nothing without storage. An unchanged draft is not stored again: looking at the page
 * must not give it another 24 hours.
 */
export function saveDraft(booking: Draft, now = Date.now()): void {
  // On a reception tablet nothing of a patient is stored in the clear, for no moment: what is typed there lasts as long
  // as the page.
  if (isTablet()) {
    clearDraft()
    return
  }
  const { step, reached, form, attempt, patient, ownerId } = booking
  const storage = ownerId === null ? ofDevice : ofTab
  const draft = { step, reached, form, attempt, patient, ownerId }
  try {
    if (!isKept(storage, draft)) storage().setItem(DRAFT_KEY, JSON.stringify({ savedAt: now, ...draft }))
  } catch {
    // Private windows and full disks: the booking itself works without a draft.
  }
  // It is the same booking, which has passed from one to the other.
  removeFrom(ownerId === null ? ofTab : ofDevice)
}

function isKept(storage: () => Storage, draft: Draft): boolean {
  try {
    const { savedAt, ...kept } = JSON.parse(storage().getItem(DRAFT_KEY) ?? '{}')
    return JSON.stringify(kept) === JSON.stringify(draft)
  } catch {
    // Not ours: it is written over.
    return false
  }
}

/** Forgets the unfinished booking, wherever it is stored. */
export function clearDraft(): void {
  removeFrom(ofTab)
  removeFrom(ofDevice)
}

/** Takes an unfinished booking out of a storage. */
export function removeFrom(storage: () => Storage): void {
  try {
    storage().removeItem(DRAFT_KEY)
  } catch {
    // As above.
  }
}
