import { tabletMark } from '../../device/tablet/mark.ts'
import { queryClient } from '../../offline/query-client.ts'
import { readPages } from '../../offline/stored-session.ts'
import { isUnlocked, lock, onLock, unlock } from '../../offline/tablet/index.ts'
import { asksForPinAtom } from '../../session/open-session.ts'
import { forgetSessionAtom, readOnlyAtom, startReadingAtom, tokenAtom } from '../../session/session-atoms.ts'
import { takeSession } from '../../session/sign-in.ts'
import { lockSession } from '../../session/sign-out.ts'
import { store } from '../../store.ts'
import { type Entered, enterPin } from './enter-pin.ts'

// Reading without a session ends with a lock: by another tab's PIN, the server, a sign-in, or leaving.
onLock(() => store.get(readOnlyAtom) && store.set(forgetSessionAtom))
store.sub(readOnlyAtom, () => {
  if (store.get(readOnlyAtom)) return
  queryClient.clear()
  lock()
})

/** 'deleted': after five wrong PINs, not yet reported to the server. Null: this browser is no tablet. */
export function storedItems(): 'set_up' | 'deleted' | null {
  const mark = tabletMark()
  return mark === 'locked_out' ? 'deleted' : mark
}

/**
 * Signs somebody of this tablet in by their PIN; where the server cannot be asked, it unlocks the stored pages and starts
 * reading. A session of the tab continues.
 * 'nothing': the PIN was right, but there are no pages of theirs, or they were too old or deleted meanwhile.
 * @throws ApiError, and when the browser refuses its storage
 */
export async function openStored(staffId: string, pin: string): Promise<Entered | { outcome: 'nothing' }> {
  const isSignedIn = store.get(tokenAtom) !== null
  const entered: Entered = isSignedIn ? await unlock(staffId, pin) : await enterPin(staffId, pin)
  // Too many wrong PINs, or deleted at the server's order meanwhile.
  if (entered.outcome === 'deleted') {
    const left = storedItems()
    return { outcome: left === 'set_up' ? 'sign_in' : (left ?? 'nothing') }
  }
  if (entered.outcome === 'wrong' || entered.outcome === 'sign_in') return entered
  store.set(asksForPinAtom, false)
  if (entered.outcome === 'signed_in') takeSession(entered.session)
  if (isSignedIn || entered.outcome === 'signed_in') return entered
  const owner = await readPages(queryClient).catch((error) => {
    lock()
    throw error
  })
  if (owner && isUnlocked()) {
    store.set(startReadingAtom, owner)
    return entered
  }
  queryClient.clear()
  lock()
  return { outcome: 'nothing' }
}

/** Locks the tablet, unless it was sent here because the server was unreachable. */
export function arriveAtPin(): void {
  if (storedItems() !== null && !store.get(asksForPinAtom)) lockTablet()
}

/** Ends any session or reading in every tab; the stored pages stay. */
function lockTablet(): void {
  if (!store.get(tokenAtom) && !store.get(readOnlyAtom)) return
  lockSession()
  lock()
}
