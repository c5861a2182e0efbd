import { clearPages } from '../device/sealed-pages.ts'
import { forgetPages } from '../device/tablet/forget-pages.ts'
import { store } from '../store.ts'
import { endOnServer } from './ended-later.ts'
import { dropForms } from './open-forms.ts'
import { clearTabAtom, forgetSessionAtom, tokenAtom } from './session-atoms.ts'
import { notifyTabs, onceNobodyIsSignedIn } from './tabs.ts'

/**
 * Signs out in this tab and in all others, at once: the server is told afterwards, and what it answers, or that it
 * cannot be reached, changes nothing here; then it is told at the next contact. Of patients nothing stays on the device, a reception tablet included.
 */
export function signOut(): void {
  leave({ locks: false })
  // A browser that refuses its storage has stored nothing.
  clearPages().catch(() => {})
}

/** Locks a reception tablet: nobody is signed in any more, in any tab, and what is kept can be read with the PIN. */
export function lockSession(): void {
  leave({ locks: true })
}

/** Clears this tab, as arriving at /login does; what was kept under its session goes too, unless another tab has one. */
export function clearTab(): void {
  store.set(clearTabAtom)
  onceNobodyIsSignedIn(forgetPages)
}

function leave({ locks }: { locks: boolean }): void {
  const token = store.get(tokenAtom)
  store.set(forgetSessionAtom)
  dropForms()
  notifyTabs({ type: 'signed-out', token, locks })
  if (token) void endOnServer(token)
}
