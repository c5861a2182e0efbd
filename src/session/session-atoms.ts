import { atom } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import type { SignedIn, StaffUser } from '../../contract/auth.ts'
import { parseUser, tabStorage, USER_KEY } from './session-storage.ts'
import { PAGES_KEY, TOKEN_KEY } from './stored-token.ts'

/** The signed-in staff member, or null. What was tampered with counts as nobody. */
export const authUserAtom = atomWithStorage<StaffUser | null>(
  USER_KEY,
  null,
  {
    getItem: (key, initial) => parseUser(tabStorage.read(key)) ?? initial,
    setItem: (key, user) => tabStorage.write(key, JSON.stringify(user)),
    removeItem: tabStorage.remove,
  },
  { getOnInit: true },
)

/** The bearer of the staff session, or null. */
export const tokenAtom = atomWithStorage<string | null>(
  TOKEN_KEY,
  null,
  {
    getItem: (key, initial) => tabStorage.read(key) || initial,
    setItem: (key, token) => tabStorage.write(key, token ?? ''),
    removeItem: tabStorage.remove,
  },
  { getOnInit: true },
)

/**
 * Whether it is known by now who is signed in: the check at the start of the page has had its answer, has found out that
 * the server is away, or takes longer than a page with a stored session waits. Before that the guard shows nothing of a
 * staff page.
 */
export const sessionKnownAtom = atom(false)

const readOnlyState = atom(false)

/**
 * Whether somebody reads without a session: the pages that a reception tablet keeps, after its PIN. Nothing is asked of
 * the server then, and nothing can be changed. A reload ends it.
 */
export const readOnlyAtom = atom((get) => get(readOnlyState))

/** Begins reading the pages of a staff member without a session. */
export const startReadingAtom = atom(null, (_get, set, user: StaffUser) => {
  set(authUserAtom, user)
  set(readOnlyState, true)
  set(sessionKnownAtom, true)
})

/** Keeps a session in this tab. */
export const keepSessionAtom = atom(null, (_get, set, { user, token }: SignedIn) => {
  set(readOnlyState, false)
  set(tokenAtom, token)
  set(authUserAtom, user)
})

/** Takes up a session that the server has just given: there is nothing left to check. */
export const startSessionAtom = atom(null, (_get, set, session: SignedIn) => {
  set(keepSessionAtom, session)
  set(sessionKnownAtom, true)
})

/** Forgets the session in this tab: nothing of it stays in storage. */
export const forgetSessionAtom = atom(null, (_get, set) => {
  set(tokenAtom, RESET)
  set(authUserAtom, RESET)
  set(readOnlyState, false)
  // What was kept under it cannot be read from here on, deleted or not.
  tabStorage.remove(PAGES_KEY)
})

const endedState = atom(false)

/** Forgets a session that the server has ended, which /login tells its owner. */
export const endSessionAtom = atom(null, (_get, set) => {
  set(forgetSessionAtom)
  set(endedState, true)
})

/** Whether the server has ended the session of this tab; asked once, since it is told once. */
export const takeEndedAtom = atom(null, (get, set) => {
  const ended = get(endedState)
  set(endedState, false)
  return ended
})

/** Clears the whole of session storage, and the session with it (specification, section 2: on arrival at /login). */
export const clearTabAtom = atom(null, (_get, set) => {
  set(forgetSessionAtom)
  tabStorage.clear()
})
