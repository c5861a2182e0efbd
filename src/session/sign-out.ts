import { authProvider } from './auth.ts'
import { forgetSessionAtom, tokenAtom } from './session-atoms.ts'
import { store } from './store.ts'
import { tellTabs } from './tabs.ts'

/**
 * Signs out in this tab and in all others, at once: the server is told afterwards, and what it answers, or that it
 * cannot be reached, changes nothing.
 */
export function signOut(): void {
  const token = store.get(tokenAtom)
  store.set(forgetSessionAtom)
  tellTabs({ type: 'signed-out', token })
  if (token) authProvider.logout(token).catch(() => {})
}
