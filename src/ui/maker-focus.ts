/** The button of a page that makes one more of what it lists. */
export const MAKER_ID = 'maker'

/** For who has just ended one: its row is gone, and the focus with it. */
export const focusMaker = () => document.getElementById(MAKER_ID)?.focus()
