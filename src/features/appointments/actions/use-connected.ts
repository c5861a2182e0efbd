import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { lastAnswerAtom } from '../../../live/live-state.ts'

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/**
 * Whether appointments can be changed, as far as the connection goes: an answer came when they were last asked for,
 * and the device doesn't say that it has none. Of its own word only that 'no' counts.
 */
export function useConnected(): boolean {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return useAtomValue(lastAnswerAtom) !== 'unreachable' && isOnline
}
