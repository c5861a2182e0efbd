/** Name of the staff bearer in session storage (specification, section 3). It is no JSON but the token itself. */
export const TOKEN_KEY = 'token'

/** Whether this tab holds a staff session. Cheap on purpose: the booking page asks it before it fetches anything. */
export function hasStoredToken(): boolean {
  try {
    return Boolean(sessionStorage.getItem(TOKEN_KEY))
  } catch {
    // A browser that refuses its storage keeps no session over a reload.
    return false
  }
}
