import { useAtomValue, useSetAtom, type WritableAtom } from 'jotai'

/** Jotai's `useAtom`: shared with booking it would be a file of its own, and one more request of every first load. */
export function useSetting<V, A extends unknown[], R>(setting: WritableAtom<V, A, R>) {
  return [useAtomValue(setting), useSetAtom(setting)] as const
}
