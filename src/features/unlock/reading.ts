import { mayHavePages } from '../../device/stored-mark.ts'
import { tabletMark } from '../../device/tablet/mark.ts'
import { queryClient } from '../../offline/query-client.ts'
import { readPages } from '../../offline/stored-session.ts'
import { isUnlocked, lock, onLock, type UnlockOutcome, unlock } from '../../offline/tablet/index.ts'
import { asksForPinAtom } from '../../session/open-session.ts'
import { forgetSessionAtom, readOnlyAtom, startReadingAtom, tokenAtom } from '../../session/session-atoms.ts'
import { lockSession } from '../../session/sign-out.ts'
import { store } from '../../session/store.ts'

// Reading without a session ends with a lock: by another tab's PIN, the server, a sign-in, or leaving.
onLock(() => store.get(readOnlyAtom) && store.set(forgetSessionAtom))
store.sub(readOnlyAtom, () => {
  if (store.get(readOnlyAtom)) return
  queryClient.clear()
  lock()
})

/** 'deleted': after five wrong PINs, not yet reported to the server. Null: this browser is no tablet. */
export function storedItems(): 'pages' | 'nothing' | 'deleted' | null {
  switch (tabletMark()) {
    case null:
      return null
    case 'locked_out':
      return 'deleted'
    default:
      return mayHavePages() ? 'pages' : 'nothing'
  }
}

/**
 * Unlocks the stored pages with the PIN and starts reading; a session of the tab continues.
 * 'nothing': the PIN was right, but the pages were too old or deleted meanwhile.
 * @throws when the browser refuses its storage
 */
export async function openStored(pin: string): Promise<UnlockOutcome | { outcome: 'nothing' }> {
  const outcome = await unlock(pin)
  // Too many wrong PINs, or deleted at the server's order meanwhile.
  if (outcome.outcome === 'deleted') return { outcome: storedItems() === 'deleted' ? 'deleted' : 'nothing' }
  if (outcome.outcome === 'wrong') return outcome
  const isSignedIn = store.get(tokenAtom) !== null
  store.set(asksForPinAtom, false)
  if (isSignedIn) return outcome
  const owner = await readPages(queryClient).catch((error) => {
    lock()
    throw error
  })
  if (owner && isUnlocked()) {
    store.set(startReadingAtom, owner)
    return outcome
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
