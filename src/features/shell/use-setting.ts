import { useAtomValue, useSetAtom, type WritableAtom } from 'jotai'

/**
 * Jotai's `useAtom`, put together here: booking uses that one too, and shared between the two it would be
 * a file of its own, one more request of every visitor's first load.
 */
export function useSetting<V, A extends unknown[], R>(setting: WritableAtom<V, A, R>) {
  return [useAtomValue(setting), useSetAtom(setting)] as const
}
