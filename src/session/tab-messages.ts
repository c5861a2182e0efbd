import * as v from 'valibot'
import { StaffUser } from '../../contract/auth.ts'

/** Messages between the tabs of one browser about the session. */
export const TabMessage = v.variant('type', [
  /** A new tab asks for a session; `id` names the question. */
  v.object({ type: v.literal('ask'), id: v.string() }),
  /** A tab hands its session to the one that asked, with the key of the stored pages. */
  v.object({
    type: v.literal('tell'),
    id: v.string(),
    user: StaffUser,
    token: v.string(),
    pagesKey: v.optional(v.string()),
    lockKey: v.optional(v.string()),
  }),
  /** The session reached its idle limit in every tab. */
  v.object({ type: v.literal('locked'), token: v.string(), minutes: v.nullable(v.number()) }),
  /** The person who locked it has a passkey, which the lock asks for. */
  v.object({ type: v.literal('has-passkey') }),
  /** Its owner has shown that it is them. `session`: SHA-256 of the token. */
  v.object({ type: v.literal('unlocked'), session: v.string(), lockKey: v.string() }),
  /** The server no longer knows this token. */
  v.object({ type: v.literal('ended'), token: v.string() }),
  /**
   * Sign-out for the whole browser; null: the tab had no session itself. `locks`: on a reception tablet, whose stored
   * pages stay.
   */
  v.object({
    type: v.literal('signed-out'),
    token: v.nullable(v.string()),
    locks: v.optional(v.boolean()),
  }),
])
export type TabMessage = v.InferOutput<typeof TabMessage>
