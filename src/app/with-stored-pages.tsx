import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { TABLET_MARK } from '../device/tablet/mark.ts'
import { onLock } from '../device/tablet/unlocked.ts'
import { onStoredElsewhere } from '../device/tabs/storage.ts'
import { openPagesFor, ownerKey, pagesAreOpenFor, stopPages } from '../offline/stored-session.ts'
import { authUserAtom, readOnlyAtom, tokenAtom } from '../session/session-atoms.ts'
import { store } from '../store.ts'
import { PageLoading } from '../ui/page-loading.tsx'

/** Renders its children when the person's stored pages are in memory, so that the first paint shows them. */
export function WithStoredPages({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useAtomValue(authUserAtom)
  // Without a session the PIN has brought them already, and nothing comes in that could be kept.
  const isReading = useAtomValue(readOnlyAtom)
  const [readyFor, setReadyFor] = useState(pagesAreOpenFor)
  const id = user ? ownerKey(user) : ''
  useEffect(() => {
    if (isReading || !user) return
    let current = true
    // At the start of the page they are opened while the session is checked (staff-area.tsx).
    if (pagesAreOpenFor() !== id) void openPagesFor(client, user).then(() => current && setReadyFor(id))
    // This browser has become a reception tablet or is one no more, by another tab or the server's word, or its PIN is
    // another one: from here on other keys hold. The lock is heard at once, the mark of another tab perhaps later.
    const again = () => {
      // Locking by hand ends the session first.
      if (store.get(tokenAtom)) void openPagesFor(client, user)
    }
    const stops = [onLock(again), onStoredElsewhere(TABLET_MARK, again)]
    return () => {
      current = false
      for (const stop of stops) stop()
      stopPages()
    }
  }, [client, id, isReading])
  return isReading || readyFor === id ? children : <PageLoading />
}
