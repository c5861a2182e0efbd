import { useEffect } from 'react'
import { useMessages } from './messages.ts'

/** For a page that no other one leaves a message for: what is still on screen was about the page before. */
export function useFreshStatus(): void {
  const { clear } = useMessages()
  useEffect(() => clear(), [clear])
}
