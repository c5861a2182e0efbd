import { atom } from 'jotai'
import { readPending, storePending } from './stored-pending.ts'
import { reduceVerify, type VerifyAction } from './verify-state.ts'

const stateAtom = atom(readPending(Date.now()))

/**
 * State of the verification, and the one way to change it. A requested code survives a reload of the page.
 */
export const verifyAtom = atom(
  (get) => get(stateAtom),
  (get, set, action: VerifyAction) => {
    const state = reduceVerify(get(stateAtom), action)
    set(stateAtom, state)
    storePending(state)
  },
)
