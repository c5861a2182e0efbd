import { ApiError } from '../api/api-error.ts'
import { authProvider } from './auth.ts'
import { inSession } from './in-session.ts'
import { authUserAtom, keepSessionAtom, sessionKnownAtom, tokenAtom } from './session-atoms.ts'
import { store } from './store.ts'
import { askTabs, joinTabs } from './tabs.ts'

let opening: Promise<void> | undefined

/**
 * Finds out who is signed in, once per load of the page: the session of this tab, else that of another tab; either
 * is checked with the server. Afterwards `sessionKnownAtom` is true, whatever came of it.
 */
export function openSession(): Promise<void> {
  opening ??= open()
  return opening
}

async function open(): Promise<void> {
  joinTabs()
  // A page that the browser had put aside and brings back has missed what the other tabs said.
  addEventListener('pageshow', ({ persisted }) => void (persisted && checkSession()))
  // Whoever has just signed in needs no check.
  if (store.get(sessionKnownAtom)) return
  try {
    if (!store.get(tokenAtom)) {
      const session = await askTabs()
      if (session && !store.get(tokenAtom)) store.set(keepSessionAtom, session)
    }
    await checkSession()
  } finally {
    store.set(sessionKnownAtom, true)
  }
}

/**
 * The session check of the specification (sections 4 and 8): the stored staff member becomes the one of the answer.
 * A 401 clears both; after any other failure what is stored stays, and the page goes on with it.
 */
export async function checkSession(): Promise<void> {
  try {
    if (!store.get(tokenAtom)) return
    await inSession(async (token) => {
      const user = await authProvider.checkSession(token)
      // Someone may have signed out meanwhile.
      if (store.get(tokenAtom) === token) store.set(authUserAtom, user)
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // biome-ignore lint/suspicious/noConsole: specified (section 8: 'message logged'); a sentence without anyone's data.
    console.info(error.message)
  }
}

/** The token test of the dashboard and config pages (specification, section 4): a 401 ends the session, nothing else. */
export async function testToken(): Promise<void> {
  try {
    await inSession(authProvider.testToken)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
