import { mayHavePages } from '../../device/stored-mark.ts'
import { tabletMark } from '../../device/tablet/mark.ts'
import { queryClient } from '../../offline/query-client.ts'
import { readPages } from '../../offline/stored-session.ts'
import { isUnlocked, lock, onLock, type UnlockOutcome, unlock } from '../../offline/tablet/index.ts'
import { asksForPinAtom } from '../../session/open-session.ts'
import { forgetSessionAtom, readOnlyAtom, startReadingAtom, tokenAtom } from '../../session/session-atoms.ts'
import { lockSession } from '../../session/sign-out.ts'
import { store } from '../../session/store.ts'

// Whoever reads without a session reads for as long as the tablet is unlocked, and no longer: by the PIN of another
// tab, the server's word, a sign-in, or leaving.
onLock(() => store.get(readOnlyAtom) && store.set(forgetSessionAtom))
store.sub(readOnlyAtom, () => {
  if (store.get(readOnlyAtom)) return
  queryClient.clear()
  lock()
})

/** 'deleted': after five wrong PINs, which the server has not been told yet. Null: this browser is no tablet. */
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
 * Opens with the PIN what this tablet keeps, and begins reading it; where the tab has a session, that goes on.
 * 'nothing': the PIN was right, but what there was is too old or was deleted meanwhile.
 * @throws when the browser does not let us into its storage
 */
export async function openStored(pin: string): Promise<UnlockOutcome | { outcome: 'nothing' }> {
  const outcome = await unlock(pin)
  // The PIN was wrong too often, or the server has had it deleted meanwhile.
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

/**
 * What arriving at the PIN does: it locks the tablet, unless the tablet was sent here since it could not reach the server.
 */
export function arriveAtPin(): void {
  if (storedItems() !== null && !store.get(asksForPinAtom)) lockTablet()
}

/** Locks the tablet, where somebody is signed in or reads: nobody does any more, in any tab, and what is kept stays. */
function lockTablet(): void {
  if (!store.get(tokenAtom) && !store.get(readOnlyAtom)) return
  lockSession()
  lock()
}
