import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { PageLoading } from '../session/page-loading.tsx'
import { authUserAtom, readOnlyAtom } from '../session/session-atoms.ts'
import { keepPagesFor, stopKeeping } from './kept-session.ts'

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
    return () => {
      current = false
      stopKeeping()
    }
  }, [client, id, isReading])
  return isReading || readyFor === id ? children : <PageLoading />
}
