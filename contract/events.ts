import * as v from 'valibot'

/**
 * What GET /events tells: that something has changed, by ids, and nothing about a person. Who wants to know more asks
 * for it. An event may come twice and says nothing of what was before the stream began (design, section 7).
 */
export const LiveEvent = v.variant('type', [
  v.object({
    type: v.literal('appointment'),
    /** 'booked': it is new; 'changed': it was confirmed, reopened or cancelled. */
    change: v.picklist(['booked', 'changed']),
    id: v.string(),
    /** Code of its location. */
    location: v.string(),
    version: v.number(),
  }),
  v.object({ type: v.literal('blocker'), id: v.string() }),
])
export type LiveEvent = v.InferOutput<typeof LiveEvent>

/**
 * The names of server-sent events: 'ready' once the stream has begun, 'change' with a LiveEvent as JSON, and 'beat'
 * for as long as nothing happens, by which both sides know that the line still holds.
 */
export const EVENT_NAMES = ['ready', 'change', 'beat'] as const

/** A stream on which nothing has come for this long is dead, in milliseconds; the server beats three times as often. */
export const STREAM_SILENCE_MS = 45_000
