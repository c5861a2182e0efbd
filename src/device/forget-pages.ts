import { clearPages } from './pages-store.ts'
import { isTablet } from './tablet/mark.ts'
import { lock } from './tablet/unlocked.ts'

/**
 * What becomes of the kept pages when a session ends otherwise than by signing out: a browser deletes them, a reception
 * tablet keeps them under its PIN (design, section 8). A browser that refuses its storage has kept nothing.
 */
export function forgetPages(): void {
  // A session may have gone on after the PIN: with its end the pages are closed again.
  if (isTablet()) lock()
  else clearPages().catch(() => {})
}
