/** History state that /login sets when it opens the landing page. */
export const JUST_SIGNED_IN = { justSignedIn: true }
