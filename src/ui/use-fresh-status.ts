import { useEffect } from 'react'
import { useMessages } from './messages.ts'

/** For a page that no other one leaves a message for: earlier ones were about the page before. */
export function useFreshStatus(): void {
  const { clear } = useMessages()
  useEffect(() => clear(), [clear])
}
