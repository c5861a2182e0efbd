import { atom } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import * as v from 'valibot'
import { type SignedIn, StaffUser } from '../../contract/auth.ts'

/** Names in session storage, exactly as the specification has them (section 3). The token is no JSON but itself. */
const USER_KEY = 'authUser'
const TOKEN_KEY = 'token'

const stored = {
  read: (key: string) => sessionStorage.getItem(key),
  write: (key: string, text: string) => sessionStorage.setItem(key, text),
  removeItem: (key: string) => sessionStorage.removeItem(key),
}

/** The signed-in staff member, or null. What was tampered with counts as nobody. */
export const authUserAtom = atomWithStorage<StaffUser | null>(
  USER_KEY,
  null,
  {
    getItem: (key, initial) => parseUser(stored.read(key)) ?? initial,
    setItem: (key, user) => stored.write(key, JSON.stringify(user)),
    removeItem: stored.removeItem,
  },
  { getOnInit: true },
)

/** The bearer of the staff session, or null. */
export const tokenAtom = atomWithStorage<string | null>(
  TOKEN_KEY,
  null,
  {
    getItem: (key, initial) => stored.read(key) ?? initial,
    setItem: (key, token) => stored.write(key, token ?? ''),
    removeItem: stored.removeItem,
  },
  { getOnInit: true },
)

/** Whether the signed-in staff member is an admin; the server decides for itself. */
export const isAdminAtom = atom((get) => get(authUserAtom)?.type === 'admin')

/** Takes up a session in this tab. */
export const startSessionAtom = atom(null, (_get, set, { user, token }: SignedIn) => {
  set(tokenAtom, token)
  set(authUserAtom, user)
})

/** Forgets the session in this tab: nothing of it stays in storage. */
export const forgetSessionAtom = atom(null, (_get, set) => {
  set(tokenAtom, RESET)
  set(authUserAtom, RESET)
})

function parseUser(text: string | null): StaffUser | null {
  if (!text) return null
  try {
    const user = v.safeParse(StaffUser, JSON.parse(text))
    return user.success ? user.output : null
  } catch {
    return null
  }
}
