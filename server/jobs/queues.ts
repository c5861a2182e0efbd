/** The queues, by the names under which pg-boss keeps them in the database (schema `pgboss`). */
export const CONFIRMATION_QUEUE = 'confirmation-mail'
/** Where a confirmation ends that could not be delivered; it is logged by id from there. */
export const UNDELIVERED_QUEUE = 'undelivered-mail'

export type Retry = {
  /** How often after the first attempt. */
  limit: number
  /** The first wait in seconds; each further one doubles, with some chance in it. */
  delaySeconds: number
  /** The longest wait in seconds. */
  delayMaxSeconds: number
}

/**
 * A clinic's mail server may be away for hours: tries after 15 s, 30 s, 1 min and so on, then every quarter of an
 * hour for two days. A patient who booked while it was away has the mail at most 15 minutes after it is back.
 */
export const CONFIRMATION_RETRY: Retry = { limit: 200, delaySeconds: 15, delayMaxSeconds: 900 }

/**
 * Seconds an attempt may take until it counts as lost (the process was killed, say) and is made again.
 * Longer than all waits for the mail server together (server/mail/transport.ts).
 */
export const ATTEMPT_SECONDS = 120
