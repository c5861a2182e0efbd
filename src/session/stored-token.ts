/** Name of the staff bearer in session storage (specification, section 3). It is no JSON but the token itself. */
export const TOKEN_KEY = 'token'

/** Name of a verified patient's bearer in session storage, as plain as the other one. */
export const PATIENT_TOKEN_KEY = 'patientToken'

/** Name of the key that opens the pages which this browser stores for staff (src/offline/session-key.ts). */
export const PAGES_KEY = 'pagesKey'

/** Name of the key that a lock seals with, while there is none (src/session/lock). */
export const LOCK_KEY = 'lockKey'

/**
 * Whether this tab has a staff session. Cheap on purpose: the booking page asks before it fetches anything.
 */
export function hasStoredToken(key = TOKEN_KEY): boolean {
  try {
    return Boolean(sessionStorage.getItem(key))
  } catch {
    // A browser that refuses its storage keeps no session over a reload.
    return false
  }
}
