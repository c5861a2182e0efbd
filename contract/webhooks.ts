import * as v from 'valibot'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

/** Limit of a clinic's webhooks. */
export const MAX_WEBHOOKS = 10
/** Limit of listed deliveries, the latest ones. */
export const DELIVERIES_LISTED = 50
/** Failures in a row after which the webhook is switched off. */
export const MAX_FAILURES = 50
export const URL_MAX_LENGTH = 500

/** Types of events. `webhook.test` is sent by hand and is about no appointment. */
export const EVENT_TYPES = [
  'appointment.booked',
  'appointment.confirmed',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.arrived',
  'appointment.done',
  'appointment.no_show',
  'webhook.test',
] as const

const Place = {
  /** A code of the clinic's. */
  location: v.string(),
  /** An id. */
  doctor: v.string(),
  /** In UTC, such as 2030-03-05T09:00:00Z. */
  start: v.string(),
  end: v.string(),
}

/** The body of a delivery: ids and times alone. `from` is the earlier time of a move; `data` of a test is empty. */
export const WebhookEvent = v.object({
  /** The same in every attempt and redelivery, so that a receiver can ignore repetitions. */
  id: v.string(),
  type: v.picklist(EVENT_TYPES),
  created: v.string(),
  data: v.union([
    v.object({ appointment: v.string(), version: v.number(), ...Place, from: v.optional(v.object(Place)) }),
    v.strictObject({}),
  ]),
})
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>

/** Reason why a webhook is off: by hand; too many failures; or its secret is gone, as after a restore. */
export const OFF_REASONS = ['by_hand', 'failures', 'secret'] as const

export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  createdAt: v.string(),
  /** Null: it is on. */
  off: v.nullable(v.object({ as: v.picklist(OFF_REASONS), at: v.string() })),
  /** Failures in a row. */
  failures: v.number(),
  /** Pending deliveries. */
  waiting: v.number(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** In the order in which they were added. */
export const WebhooksAnswer = answerOf(v.array(Webhook))

const invalid: FieldMessage = 'invalid'
const required: FieldMessage = 'required'
const tooLong: FieldMessage = 'too_long'

export const AddWebhook = v.object({
  url: v.pipe(
    v.string(invalid),
    v.trim(),
    v.minLength(1, required),
    v.maxLength(URL_MAX_LENGTH, tooLong),
    v.url(invalid),
  ),
})

/** Messages about an address that leads nowhere or may not be used, beside those of `contract/fields.ts`. */
export const WEBHOOK_FIELD_MESSAGES = {
  host_private:
    'This host is in a private network or on this machine. Whoever runs the server can add it to WEBHOOK_HOSTS.',
  host_unknown: "We couldn't find this host. Please check the spelling.",
} as const
export type WebhookProblem = keyof typeof WEBHOOK_FIELD_MESSAGES

/** `secret` signs the deliveries and is shown this once. */
export const WebhookSecret = v.object({ id: v.string(), secret: v.string() })
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>
export const WebhookSecretAnswer = answerOf(WebhookSecret)

export const ChangeWebhook = v.object({ isOn: v.boolean(invalid) })

export const WebhookParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })
export const DeliveryParam = v.object({
  id: v.pipe(v.string(invalid), v.uuid(invalid)),
  event: v.pipe(v.string(invalid), v.uuid(invalid)),
})

/** Reason for a missing answer. An answer outside of 200 to 299 has its status instead. */
export const DELIVERY_ERRORS = [
  /** The host has no address. */
  'unknown_host',
  /** An address of this machine or of a private network, without its host in WEBHOOK_HOSTS. */
  'address_refused',
  'certificate',
  'too_slow',
  'unreachable',
  /** Its webhook was switched off for too long. */
  'held_too_long',
] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

export const Delivery = v.object({
  /** Id of the event. */
  event: v.string(),
  type: v.picklist(EVENT_TYPES),
  /** An id; null for a test. */
  appointment: v.nullable(v.string()),
  created: v.string(),
  state: v.picklist(['pending', 'delivered', 'given_up']),
  attempts: v.number(),
  /** The last try; all null before the first. */
  lastAt: v.nullable(v.string()),
  status: v.nullable(v.number()),
  error: v.nullable(v.picklist(DELIVERY_ERRORS)),
  tookMs: v.nullable(v.number()),
  /** The next try; null when there is none. */
  nextAt: v.nullable(v.string()),
})
export type Delivery = v.InferOutput<typeof Delivery>

/** The latest first. */
export const DeliveriesAnswer = answerOf(v.array(Delivery))

/** The id of the event that is sent. */
export const SentAnswer = answerOf(v.object({ event: v.string() }))
