import * as v from 'valibot'
import { StaffUser } from '../../contract/auth.ts'

/** What the tabs of one browser say to each other about the session. */
export const TabMessage = v.variant('type', [
  /** A new tab asks whether another one holds a session; `id` names the question. */
  v.object({ type: v.literal('ask'), id: v.string() }),
  /** A tab with a session hands it to the one that asked, and with it the key of the pages that are kept. */
  v.object({
    type: v.literal('tell'),
    id: v.string(),
    user: StaffUser,
    token: v.string(),
    pagesKey: v.optional(v.string()),
    lockKey: v.optional(v.string()),
  }),
  /** Nobody has touched any tab of the session for a while. */
  v.object({ type: v.literal('locked'), token: v.string(), minutes: v.nullable(v.number()) }),
  /** Whoever locked it has one: the lock asks for it. */
  v.object({ type: v.literal('has-passkey') }),
  /** Its owner has shown that it is them. `session`: SHA-256 of the token. */
  v.object({ type: v.literal('unlocked'), session: v.string(), lockKey: v.string() }),
  /** The server no longer knows this token. */
  v.object({ type: v.literal('ended'), token: v.string() }),
  /**
   * Someone has signed out, which holds for the whole browser; null: the tab held no session itself. `locks`: on a
   * reception tablet, where what is kept under the PIN stays.
   */
  v.object({
    type: v.literal('signed-out'),
    token: v.nullable(v.string()),
    locks: v.optional(v.boolean()),
  }),
])
export type TabMessage = v.InferOutput<typeof TabMessage>
