import { atom } from 'jotai'
import { isTablet } from '../device/tablet/mark.ts'
import { ApiError } from '../http/api-error.ts'
import { store } from '../store.ts'
import { authProvider } from './auth.ts'
import { endPending } from './ended-later.ts'
import { inSession } from './in-session.ts'
import { forgetLeftPages } from './left-pages.ts'
import { authUserAtom, keepSessionAtom, lockedAtom, sessionKnownAtom, tokenAtom } from './session-atoms.ts'
import { tabStorage } from './session-storage.ts'
import { LOCK_KEY, PAGES_KEY } from './stored-token.ts'
import { askTabs, joinTabs } from './tabs.ts'

/**
 * Time that the check may hold up a page with a stored session, in milliseconds: on a slow connection it takes
 * seconds, and stored pages can be read meanwhile. A later 401 still ends the session.
 */
const CHECK_MS = 300

/**
 * Whether this reception tablet was opened without a way to the server: then its PIN is asked, without which it can show
 * nothing. A session that the tab still has goes on after it.
 */
export const asksForPinAtom = atom(false)

type Contact = () => Promise<'told' | 'unreachable'>

let opening: Promise<void> | undefined

/**
 * Opens the session, once per load of the page: that of this tab, else that of another tab; either is checked with
 * the server. Afterwards `sessionKnownAtom` is true in any case.
 * @param contact asks the server what a reception tablet may store, and says whether it could be reached
 */
export function openSession(contact: Contact): Promise<void> {
  opening ??= open(contact)
  return opening
}

async function open(contact: Contact): Promise<void> {
  endPending()
  joinTabs()
  // A page that the browser had put aside and brings back has missed what the other tabs said.
  addEventListener('pageshow', ({ persisted }) => void (persisted && checkSession()))
  // A session that has just begun needs no check.
  if (store.get(sessionKnownAtom)) return
  try {
    // The session is known when it is unlocked.
    if (store.get(lockedAtom)) return
    if (!store.get(tokenAtom)) {
      const session = await askTabs()
      if (session && !store.get(tokenAtom)) {
        if (session.pagesKey) tabStorage.write(PAGES_KEY, session.pagesKey)
        store.set(keepSessionAtom, session)
      }
    }
    if (!store.get(tokenAtom)) await nobodySignedIn(contact)
    else if (!isTablet()) await Promise.race([checkSession(), longEnough()])
    else store.set(asksForPinAtom, (await checkSession()) === 'unreachable')
  } finally {
    store.set(sessionKnownAtom, true)
  }
}

/** Settles when a page with a stored session goes on without an answer to the check. */
async function longEnough(): Promise<void> {
  // A token alone says nothing of who it is: then the answer is waited for.
  if (!store.get(authUserAtom)) return new Promise(() => {})
  if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
}

/** No tab has a session: deletes stored pages of one that ended with its tab. A tablet keeps them. */
async function nobodySignedIn(contact: Contact): Promise<void> {
  if (!isTablet()) return forgetLeftPages()
  store.set(asksForPinAtom, !navigator.onLine || (await contact()) === 'unreachable')
}

/**
 * The session check of the specification (sections 4 and 8): the stored staff member becomes the one of the answer.
 * A 401 clears both; after any other failure what is stored stays, and the page goes on with it.
 * @returns whether the server could be asked
 */
export async function checkSession(): Promise<'asked' | 'unreachable'> {
  try {
    if (!store.get(tokenAtom)) return 'asked'
    await inSession(async (token, signal) => {
      const { user, lockKey } = await authProvider.checkSession(token, signal)
      // Someone may have signed out meanwhile.
      if (store.get(tokenAtom) !== token) return
      store.set(authUserAtom, user)
      if (lockKey) tabStorage.write(LOCK_KEY, lockKey)
    })
    return 'asked'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // biome-ignore lint/suspicious/noConsole: specified (section 8: 'message logged'); a sentence without anyone's data.
    console.info(error.message)
    return error.kind === 'http' ? 'asked' : 'unreachable'
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
