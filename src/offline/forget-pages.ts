import { clearPages } from './pages-store.ts'
import { isTablet } from './tablet/mark.ts'

/**
 * What becomes of the kept pages when a session ends otherwise than by signing out: a browser deletes them, a reception
 * tablet keeps them under its PIN (design, section 8). A browser that refuses its storage has kept nothing.
 */
export function forgetPages(): void {
  if (!isTablet()) clearPages().catch(() => {})
}
