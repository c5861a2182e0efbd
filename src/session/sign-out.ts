import { clearPages } from '../device/sealed-pages.ts'
import { forgetPages } from '../device/tablet/forget-pages.ts'
import { store } from '../store.ts'
import { endOnServer } from './ended-later.ts'
import { dropForms } from './open-forms.ts'
import { clearTabAtom, forgetSessionAtom, tokenAtom } from './session-atoms.ts'
import { notifyTabs, onceNobodyIsSignedIn } from './tabs.ts'

/**
 * Signs out in this tab and all others at once. The server is told afterwards, if need be at the next contact; its
 * answer changes nothing here. Patients' data doesn't stay on the device, except on a reception tablet.
 */
export function signOut(): void {
  leave({ locks: false })
  // A browser that refuses its storage has stored nothing.
  clearPages().catch(() => {})
}

/** Locks a reception tablet: signed out in every tab, while stored pages can be read with the PIN. */
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
