import { useAtomValue } from 'jotai'
import { lastAnswerAtom } from '../live/live-state.ts'
import { readOnlyAtom } from '../session/session-atoms.ts'
import { useOnline } from './use-online.ts'

/** Why nothing can be changed: there is no way to the server, or somebody reads without a session. */
export type DisabledReason = 'offline' | 'readOnly'

/**
 * Why nothing can be changed now; null: it can, as far as the connection goes. That is there when an answer came when
 * something was last asked for, and the device doesn't say that it has none.
 */
export function useDisabledReason(): DisabledReason | null {
  const isOnline = useOnline()
  const isUnreachable = useAtomValue(lastAnswerAtom) === 'unreachable'
  const isReading = useAtomValue(readOnlyAtom)
  if (isReading) return 'readOnly'
  return isUnreachable || !isOnline ? 'offline' : null
}
