import { clearPages } from './sealed-pages.ts'
import { isTablet } from './tablet/mark.ts'
import { lock } from './tablet/unlocked.ts'

/**
 * What becomes of the stored pages when a session ends otherwise than by signing out: a browser deletes them, a reception
 * tablet keeps them under its PIN (design, section 8). A browser that refuses its storage has stored nothing.
 * @param ofThisTab true: the pages of this tab's session, and not those of one that others may have begun meanwhile
 */
export function forgetPages({ ofThisTab = false } = {}): void {
  // A session may have gone on after the PIN: with its end the pages are closed again.
  if (isTablet()) lock()
  else clearPages({ ofThisTab }).catch(() => {})
}
