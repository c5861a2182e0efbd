import { clearPages } from '../sealed-pages.ts'
import { isTablet } from './mark.ts'
import { lock } from './unlocked.ts'

/**
 * Deletes the stored pages of a browser whose session ended without a sign-out; a reception tablet keeps its pages
 * under the PIN (docs/decisions/022). A browser that refuses storage has stored nothing.
 * @param ofThisTab true: only the pages of this tab's session, since other tabs may have begun another one
 */
export function forgetPages({ ofThisTab = false } = {}): void {
  // A session may have continued after the PIN: its end locks the pages again.
  if (isTablet()) lock()
  else clearPages({ ofThisTab }).catch(() => {})
}
