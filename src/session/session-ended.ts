import { forgetPages } from '../device/tablet/forget-pages.ts'
import { store } from '../store.ts'
import { endSessionAtom, tokenAtom } from './session-atoms.ts'
import { notifyTabs } from './tabs.ts'

/** The server no longer knows the token: the session is over in every tab that has it, and the guard leads to /login. */
export function sessionEnded(): void {
  const token = store.get(tokenAtom)
  store.set(endSessionAtom)
  forgetPages({ ofThisTab: true })
  if (token) notifyTabs({ type: 'ended', token })
}
