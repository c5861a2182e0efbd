import { useEffect, useRef } from 'react'
import { useDisabledReason } from './use-disabled-reason.ts'

/** For data that nothing else refetches on reconnect. */
export function useAskWhenBack(ask: () => void): void {
  const isConnected = useDisabledReason() === null
  const latest = useRef({ ask, wasConnected: isConnected })
  useEffect(() => {
    const { wasConnected } = latest.current
    latest.current = { ask, wasConnected: isConnected }
    if (isConnected && !wasConnected) ask()
  })
}
