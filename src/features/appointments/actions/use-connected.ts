import { useAtomValue } from 'jotai'
import { lastAnswerAtom } from '../../../live/live-state.ts'
import { useOnline } from '../../../ui/use-online.ts'

/**
 * Whether appointments can be changed, as far as the connection goes: an answer came when they were last asked for,
 * and the device doesn't say that it has none.
 */
export function useConnected(): boolean {
  const isOnline = useOnline()
  return useAtomValue(lastAnswerAtom) !== 'unreachable' && isOnline
}
