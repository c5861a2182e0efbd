import { forgetPages } from '../device/tablet/forget-pages.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { store } from '../store.ts'
import { tokenAtom } from './session-atoms.ts'
import { onceNobodyIsSignedIn } from './tabs.ts'

/**
 * Time for a reloading tab to return, in milliseconds: it holds its session, but other tabs cannot see it. Without
 * its session storage its pages are unreadable meanwhile.
 */
const RELOAD_MS = 4_000

/**
 * Deletes stored pages of a session that ended with its last tab, however long ago. The booking page does so too,
 * since staff pages may never be opened again. A reception tablet keeps its own, and its readers go on reading.
 */
export function forgetLeftPages(): void {
  setTimeout(() => {
    // Without Web Locks only this tab's session is known.
    if (!isTablet() && !store.get(tokenAtom)) onceNobodyIsSignedIn(forgetPages)
  }, RELOAD_MS)
}
