import * as v from 'valibot'
import { StaffUser } from '../../contract/auth.ts'
import { sealedOfText, textOfSealed } from '../../seal/entries.ts'
import { sealerFor } from '../../seal/format.ts'
import { isTablet } from '../device/tablet/mark.ts'
import { tabletKey } from '../device/tablet/tablet-key.ts'
import { lock as lockTablet, openUnlocked } from '../device/tablet/unlocked.ts'
import { ApiError } from '../http/api-error.ts'
import { store } from '../store.ts'
import { authProvider } from './auth.ts'
import { canSeal, nameOf, openText, sealText } from './locked-seal.ts'
import { currentPlace, openForms, type Place, restoreForms } from './open-forms.ts'
import {
  authUserAtom,
  dropSessionAtom,
  type Locked,
  lockedAtom,
  startSessionAtom,
  tokenAtom,
} from './session-atoms.ts'
import { sessionEnded } from './session-ended.ts'
import { parseStored, tabStorage } from './session-storage.ts'
import { LOCK_KEY, PAGES_KEY } from './stored-token.ts'
import { notifyTabs, onTabLock } from './tabs.ts'

const Stored = v.object({
  user: StaffUser,
  token: v.string(),
  pagesKey: v.nullable(v.string()),
  place: v.object({ address: v.string(), state: v.unknown(), scroll: v.number() }),
  forms: v.record(v.string(), v.unknown()),
})

/** Name of the request under which the key of a lock is sealed for a PIN. */
const QUESTION = 'lock'

/** Sealing in progress; the lock is set before. */
let sealing: Promise<void> = Promise.resolve()
let opened: Place | null = null

/** Place where the session was locked; read once. */
export function takePlace(): Place | null {
  const place = opened
  opened = null
  return place
}

/**
 * Locks the session in this tab at once: keys are removed, place and open forms are stored sealed. Without WebCrypto,
 * or with a backend that has no locks, it signs out.
 * @param minutes without user activity; null: another tab or the server locked it
 * @param tells whether the other tabs and the server are told
 */
export function lockTab({ minutes, tells = true }: { minutes: number | null; tells?: boolean }): void {
  const [user, token] = [store.get(authUserAtom), store.get(tokenAtom)]
  if (!token) return
  const lockKey = tabStorage.read(LOCK_KEY)
  if (!user || !lockKey || !canSeal()) {
    if (tells) void authProvider.logout(token).catch(() => {})
    sessionEnded()
    return
  }
  const stored = {
    user,
    token,
    pagesKey: tabStorage.read(PAGES_KEY),
    place: currentPlace(),
    forms: openForms(),
  }
  const locked = {
    id: user.id,
    displayName: user.displayName,
    session: null,
    sealed: null,
    at: Date.now(),
    minutes,
    hasPasskey: false,
  }
  store.set(lockedAtom, locked)
  store.set(dropSessionAtom)
  forgetSeal()
  if (isTablet()) lockTablet()
  sealing = Promise.all([seal(token, lockKey, JSON.stringify(stored)), sealForPin(user.id, lockKey)]).then(
    ([sealed, forPin]) => change({ ...sealed, forPin }),
  )
  if (!tells) return
  notifyTabs({ type: 'locked', token, minutes })
  // Offline the server does not know of the lock, and no tab has the token.
  authProvider.lock(token).then(
    ({ hasPasskey }) => {
      if (!hasPasskey) return
      change({ hasPasskey })
      notifyTabs({ type: 'has-passkey' })
    },
    () => {},
  )
}

/** Unless somebody has signed out or unlocked meanwhile. */
function change(more: Partial<Locked>): void {
  const locked = store.get(lockedAtom)
  if (locked) store.set(lockedAtom, { ...locked, ...more })
}

async function seal(token: string, lockKey: string, text: string) {
  const [session, sealed] = await Promise.all([nameOf(token), sealText(lockKey, text)])
  return { session, sealed }
}

/**
 * Seals the lock's key for the person's PIN at a reception tablet, which unlocks offline too. Undefined: no tablet, or no
 * PIN there.
 */
async function sealForPin(staffId: string, lockKey: string): Promise<string | undefined> {
  const key = isTablet() ? await tabletKey(staffId).catch(() => null) : null
  if (!key) return undefined
  const label = { question: QUESTION, at: Date.now() }
  return textOfSealed(await (await sealerFor(key))(lockKey, label))
}

/** Goes on by the private key that a PIN has opened, in all tabs. @returns false: it was not sealed for it */
export async function unlockByPin(): Promise<boolean> {
  await sealing
  const { session, forPin } = store.get(lockedAtom) ?? {}
  const sealed = forPin === undefined ? null : sealedOfText(forPin)
  const lockKey = sealed && (await openUnlocked(sealed, QUESTION))
  if (!session || !lockKey || !(await openTab(lockKey))) return false
  notifyTabs({ type: 'unlocked', session, lockKey })
  return true
}

/** The service worker keeps the key of its latest answers in its memory. */
const forgetSeal = () => navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_SEAL' })

/**
 * Goes on with the locked session, in all tabs.
 * @param shown the password, or the token of a session that a passkey has just begun
 * @returns 'ended': the session is over
 * @throws ApiError
 */
export async function unlock(shown: { password: string } | { token: string }): Promise<'unlocked' | 'ended'> {
  await sealing
  const session = store.get(lockedAtom)?.session
  if (!session) return 'ended'
  const lockKey = await authProvider.unlock(session, shown).catch((error) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
  if (lockKey === null || !(await openTab(lockKey))) return 'ended'
  notifyTabs({ type: 'unlocked', session, lockKey })
  return 'unlocked'
}

async function openTab(lockKey: string): Promise<boolean> {
  await sealing
  const sealed = store.get(lockedAtom)?.sealed
  const stored = sealed ? parseStored(Stored, await openText(lockKey, sealed)) : null
  if (!stored) return false
  const { user, token, pagesKey, place, forms } = stored
  restoreForms(forms)
  opened = place
  if (pagesKey) tabStorage.write(PAGES_KEY, pagesKey)
  store.set(startSessionAtom, { user, token, lockKey })
  return true
}

onTabLock((message) => {
  if (message.type === 'locked') {
    if (message.token === store.get(tokenAtom)) lockTab({ minutes: message.minutes, tells: false })
  } else if (message.type === 'has-passkey') {
    change({ hasPasskey: true })
  } else if (message.session === store.get(lockedAtom)?.session) {
    void openTab(message.lockKey)
  }
})
