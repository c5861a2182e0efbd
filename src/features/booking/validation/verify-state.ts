import { CODE_SECONDS, type CodeSent, NEW_CODE_AFTER_SECONDS } from '../../../../contract/one-time-codes.ts'

/** A request for a code. `askedAt` is when the page asked, in milliseconds since 1970: the server counts from then too. */
export type Challenge = { rawId: string; askedAt: number }

/** A name of a family as far as it is shown, and the id to choose it by. */
export type FamilyName = { rawId: string; name: string }

/**
 * State of a registered patient's verification (specification, section 4: 'Pending OTP'). `contact` is the typed
 * text: an email address, a phone number or a clinic id.
 */
export type VerifyState =
  | { stage: 'contact' }
  | { stage: 'choice'; contact: string; names: readonly FamilyName[] }
  | {
      stage: 'code'
      contact: string
      /** The name that was chosen among several, for asking again. */
      choiceId: string | null
      /** Newest first. Older ones count as long as they live: mails overtake each other. */
      challenges: readonly [Challenge, ...Challenge[]]
    }

export type VerifyAction =
  | { type: 'answered'; contact: string; choiceId: string | null; sent: readonly CodeSent[]; askedAt: number }
  | { type: 'left' }

export const initialVerifyState: VerifyState = { stage: 'contact' }

/** The state after a request for a code was answered, or after the arrow back. */
export function reduceVerify(state: VerifyState, action: VerifyAction): VerifyState {
  // 'Back' clears email, phone and clinic id (specification, section 4).
  if (action.type === 'left') return initialVerifyState
  const { contact, choiceId, sent, askedAt } = action
  const names = sent.flatMap(({ rawId, names }) => (names === undefined ? [] : [{ rawId, name: names }]))
  if (names.length > 0) return { stage: 'choice', contact, names }
  const [first] = sent
  if (!first) return state
  const before =
    state.stage === 'code' && state.contact === contact && state.choiceId === choiceId ? state.challenges : []
  const older = before.filter((challenge) => isLive(challenge, askedAt))
  return { stage: 'code', contact, choiceId, challenges: [{ rawId: first.rawId, askedAt }, ...older] }
}

// A clock that was set back since makes a challenge neither older nor younger than it can be.
const secondsSince = ({ askedAt }: Challenge, now: number) => Math.max(0, (now - askedAt) / 1_000)

/** Whether a code of this request can still be right. */
export const isLive = (challenge: Challenge, now: number) => secondsSince(challenge, now) < CODE_SECONDS

/** Whole seconds until another code may be asked for; 0 when it may. */
export const secondsToNewCode = (newest: Challenge, now: number) =>
  Math.max(0, Math.ceil(NEW_CODE_AFTER_SECONDS - secondsSince(newest, now)))
