import { forgetSessionAtom } from './session-atoms.ts'
import { store } from './store.ts'

/** The server no longer knows the token: the session is over in this tab, and the guard leads to /login. */
export function sessionEnded(): void {
  store.set(forgetSessionAtom)
}
