import * as v from 'valibot'
import { LiveEvent } from '../../contract/events.ts'

/** What the tabs of one browser say to each other about their one stream: ids at most, never a word about a person. */
export const TabMessage = v.variant('type', [
  /** A tab that somebody looks at wants to know whether there is a stream. */
  v.object({ type: v.literal('ask') }),
  /** The stream has begun, for the first time or again: what happened before is not known. */
  v.object({ type: v.literal('began') }),
  /** The stream is there. */
  v.object({ type: v.literal('holds') }),
  v.object({ type: v.literal('lost') }),
  v.object({ type: v.literal('change'), event: LiveEvent }),
])
export type TabMessage = v.InferOutput<typeof TabMessage>
