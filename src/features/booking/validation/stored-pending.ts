import * as v from 'valibot'
import { isTablet } from '../../../device/tablet/mark.ts'
import { tabStorage } from '../../../session/session-storage.ts'
import { PENDING_CODE_KEY } from '../state/stored-draft.ts'
import { initialVerifyState, isLive, type VerifyState } from './verify-state.ts'

const Challenge = v.object({ rawId: v.string(), askedAt: v.number() })
const Pending = v.object({
  stage: v.literal('code'),
  contact: v.string(),
  choiceId: v.nullable(v.string()),
  challenges: v.tupleWithRest([Challenge], Challenge),
})

/**
 * Stores a requested code, in this tab alone: phones discard a page while its owner reads the mail. Not on a
 * reception tablet, which stores nothing of a patient in the clear.
 */
export function storePending(state: VerifyState): void {
  if (state.stage === 'code' && !isTablet()) tabStorage.write(PENDING_CODE_KEY, JSON.stringify(state))
  else tabStorage.remove(PENDING_CODE_KEY)
}

/** State of the verification before a reload; the initial state when no code could be valid any more. */
export function readPending(now: number): VerifyState {
  const state = parse(tabStorage.read(PENDING_CODE_KEY))
  if (state?.challenges.some((challenge) => isLive(challenge, now))) return state
  tabStorage.remove(PENDING_CODE_KEY)
  return initialVerifyState
}

function parse(text: string | null) {
  try {
    const pending = v.safeParse(Pending, JSON.parse(text ?? 'null'))
    return pending.success ? pending.output : null
  } catch {
    // Not ours.
    return null
  }
}
