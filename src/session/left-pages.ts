import { forgetPages } from '../device/forget-pages.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { onceNobodyIsSignedIn } from './tabs.ts'

/**
 * Deletes what a browser has kept of a session that ended with its last tab, however long ago. The booking page does
 * it too: whoever opens the browser next may never come to a page of staff. A reception tablet keeps its own, and whoever
 * reads them after the PIN goes on reading.
 */
export function forgetLeftPages(): void {
  if (!isTablet()) onceNobodyIsSignedIn(forgetPages)
}
