import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { PageLoading } from '../session/page-loading.tsx'
import { authUserAtom, readOnlyAtom } from '../session/session-atoms.ts'
import { keepPagesFor, stopKeeping } from './kept-session.ts'
import { TABLET_MARK } from './tablet/mark.ts'

/** Renders its children once what this device keeps for the person is in memory, so that the first paint shows it. */
export function WithKeptPages({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useAtomValue(authUserAtom)
  // Without a session the PIN has brought them already, and nothing comes in that could be kept.
  const isReading = useAtomValue(readOnlyAtom)
  const [readyFor, setReadyFor] = useState('')
  const id = user?.id ?? ''
  // One keeping per person, whatever else of them changes.
  useEffect(() => {
    if (isReading || !user) return
    let current = true
    void keepPagesFor(client, user).then(() => current && setReadyFor(id))
    // Another tab has made this browser a reception tablet, or one no more: from here on other keys hold.
    const onStorage = ({ key }: StorageEvent) => key === TABLET_MARK && void keepPagesFor(client, user)
    addEventListener('storage', onStorage)
    return () => {
      current = false
      removeEventListener('storage', onStorage)
      stopKeeping()
    }
  }, [client, id, isReading])
  return isReading || readyFor === id ? children : <PageLoading />
}
