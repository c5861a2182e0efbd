import { forgetPages } from '../device/tablet/forget-pages.ts'
import { store } from '../store.ts'
import { endLater } from './ended-later.ts'
import { forgetSessionAtom, lockedAtom } from './session-atoms.ts'
import { notifyTabs } from './tabs.ts'

/**
 * Signs out of a locked session in all tabs: its stored pages are deleted, and the server is told now or at the next
 * contact.
 */
export function endLocked(): void {
  const session = store.get(lockedAtom)?.session
  store.set(forgetSessionAtom)
  notifyTabs({ type: 'signed-out', token: null })
  forgetPages()
  if (session) endLater([session])
}
