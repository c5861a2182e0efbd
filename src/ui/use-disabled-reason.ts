import { useAtomValue } from 'jotai'
import { lastAnswerAtom } from '../live/live-state.ts'
import { readOnlyAtom } from '../session/session-atoms.ts'
import { useOnline } from './use-online.ts'

/** Reason for disabling changes: no connection, or a reader without a session. */
export type DisabledReason = 'offline' | 'readOnly'

/** Null: the last request was answered, and the device does not say that it is offline. */
export function useDisabledReason(): DisabledReason | null {
  const isOnline = useOnline()
  const isUnreachable = useAtomValue(lastAnswerAtom) === 'unreachable'
  const isReading = useAtomValue(readOnlyAtom)
  if (isReading) return 'readOnly'
  return isUnreachable || !isOnline ? 'offline' : null
}
