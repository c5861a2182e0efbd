/** What /login leaves in the history's state when it opens the landing page. */
export const JUST_SIGNED_IN = { justSignedIn: true }
