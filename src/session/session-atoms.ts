import { atom } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import * as v from 'valibot'
import type { SignedIn, StaffUser } from '../../contract/auth.ts'
import { claimForms, keepForms } from './open-forms.ts'
import { parseStored, parseUser, tabStorage, USER_KEY } from './session-storage.ts'
import { LOCK_KEY, PAGES_KEY, TOKEN_KEY } from './stored-token.ts'

/** The signed-in staff member, or null, also for a tampered value. */
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
 * Whether the session is known: the first check was answered, failed, or takes longer than a page with a stored
 * session waits. Before that the guard shows nothing of a staff page.
 */
export const sessionKnownAtom = atom(false)

const readOnlyState = atom(false)

/**
 * Whether a person reads the stored pages of a reception tablet after its PIN, without a session. The server isn't
 * called and nothing can be changed. Ends with a reload.
 */
export const readOnlyAtom = atom((get) => get(readOnlyState))

/** Begins reading the pages of a staff member without a session. */
export const startReadingAtom = atom(null, (_get, set, user: StaffUser) => {
  claimForms(user.id)
  set(authUserAtom, user)
  set(readOnlyState, true)
  set(sessionKnownAtom, true)
})

/** Stores a session in this tab. */
export const keepSessionAtom = atom(null, (_get, set, { user, token, lockKey }: SignedIn) => {
  set(readOnlyState, false)
  set(lockedAtom, RESET)
  claimForms(user.id)
  if (lockKey) tabStorage.write(LOCK_KEY, lockKey)
  else tabStorage.remove(LOCK_KEY)
  set(tokenAtom, token)
  set(authUserAtom, user)
})

/** Takes up a session that the server has just given: there is nothing left to check. */
export const startSessionAtom = atom(null, (_get, set, session: SignedIn) => {
  set(keepSessionAtom, session)
  set(sessionKnownAtom, true)
})

/** A session locked after the idle limit or by another tab: unusable here until unlocked. */
const Locked = v.object({
  /** Owner, as the lock names them. */
  id: v.string(),
  displayName: v.string(),
  /** SHA-256 of its token, by which the server knows it; null: not sealed yet. */
  session: v.nullable(v.string()),
  /** The token, the key of the pages, the place and open forms, sealed; null: not sealed yet. */
  sealed: v.nullable(v.string()),
  /**
   * When it was locked, in milliseconds by the device's clock, and after how many minutes; null: by another tab or
   * the server.
   */
  at: v.number(),
  minutes: v.nullable(v.number()),
  /** Whether its owner has a passkey, as the server says. */
  hasPasskey: v.optional(v.boolean(), false),
  /** Key of the lock, sealed for the person's PIN, on a reception tablet. */
  forPin: v.optional(v.string()),
})
export type Locked = v.InferOutput<typeof Locked>

/** Null: this tab is not locked. */
export const lockedAtom = atomWithStorage<Locked | null>(
  'locked',
  null,
  {
    getItem: (key, initial) => parseStored(Locked, tabStorage.read(key)) ?? initial,
    setItem: (key, locked) => tabStorage.write(key, JSON.stringify(locked)),
    removeItem: tabStorage.remove,
  },
  { getOnInit: true },
)

/** Forgets the session in this tab, locked or not: nothing of it stays in storage. */
export const forgetSessionAtom = atom(null, (_get, set) => {
  set(lockedAtom, RESET)
  set(dropSessionAtom)
})

/** Takes what opens anything out of this tab; what it has of a lock stays. */
export const dropSessionAtom = atom(null, (_get, set) => {
  set(tokenAtom, RESET)
  set(authUserAtom, RESET)
  set(readOnlyState, false)
  // What was kept under it cannot be read from here on, deleted or not.
  tabStorage.remove(PAGES_KEY)
  tabStorage.remove(LOCK_KEY)
})

const endedState = atom(false)

/** Drops a session that ended by itself. /login tells its owner; open forms are kept. */
export const endSessionAtom = atom(null, (get, set) => {
  const owner = get(authUserAtom)
  if (owner) keepForms(owner.id)
  set(forgetSessionAtom)
  set(endedState, true)
})

/** Whether the server has ended the session of this tab; asked once, since it is announced once. */
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
