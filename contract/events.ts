import * as v from 'valibot'

/**
 * Events of GET /events carry ids only, nothing about a person; clients fetch the rest. An event may come
 * twice, and none from before the stream began is sent (docs/decisions/011).
 */
export const LiveEvent = v.variant('type', [
  v.object({
    type: v.literal('appointment'),
    /** 'booked': new; 'changed': any later change. */
    change: v.picklist(['booked', 'changed']),
    id: v.string(),
    location: v.string(),
    version: v.number(),
    /** The doctor before a move. */
    left: v.optional(v.string()),
  }),
  /** `location`: where it applies; null or missing: everywhere. */
  v.object({ type: v.literal('blocker'), id: v.string(), location: v.optional(v.nullable(v.string())) }),
])
export type LiveEvent = v.InferOutput<typeof LiveEvent>

/**
 * Names of server-sent events: 'ready' when the stream begins, 'change' with a LiveEvent as JSON, and 'beat'
 * when idle, so that both sides know the connection is alive.
 */
export const EVENT_NAMES = ['ready', 'change', 'beat'] as const

/** A stream silent for this many milliseconds is dead; the server sends a beat three times as often. */
export const STREAM_SILENCE_MS = 45_000
