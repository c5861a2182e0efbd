/** Header of a staff member's calls about one appointment: the page that they look at, for the audit trail. */
export const SCREEN_HEADER = 'x-screen'
/** Valid values; anything else counts as none. */
export const SCREEN = /^[a-z][a-zA-Z.-]{0,29}$/
