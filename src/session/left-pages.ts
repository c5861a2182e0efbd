import { forgetPages } from '../offline/forget-pages.ts'
import { onceNobodyIsSignedIn } from './tabs.ts'

/**
 * Deletes what a browser has kept of a session that ended with its last tab, however long ago. The booking page does
 * it too: whoever opens the browser next may never come to a page of staff.
 */
export const forgetLeftPages = (): void => onceNobodyIsSignedIn(forgetPages)
