import { forgetPages } from '../device/tablet/forget-pages.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { store } from '../store.ts'
import { tokenAtom } from './session-atoms.ts'
import { onceNobodyIsSignedIn } from './tabs.ts'

/**
 * A tab that is being reloaded holds its session no less than before, but nobody can see it: it has so many milliseconds
 * to come back. Without its session storage nobody can read the pages meanwhile.
 */
const RELOAD_MS = 4_000

/**
 * Deletes what a browser has stored of a session that ended with its last tab, however long ago. The booking page does
 * it too: whoever opens the browser next may never come to a page of staff. A reception tablet keeps its own, and whoever
 * reads them after the PIN goes on reading.
 */
export function forgetLeftPages(): void {
  setTimeout(() => {
    // Without Web Locks only this tab's session is known.
    if (!isTablet() && !store.get(tokenAtom)) onceNobodyIsSignedIn(forgetPages)
  }, RELOAD_MS)
}
