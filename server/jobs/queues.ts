/** The queues, by the names under which pg-boss keeps them in the database (schema `pgboss`). */
export const CONFIRMATION_QUEUE = 'confirmation-mail'
export const CANCELLATION_QUEUE = 'cancellation-mail'
export const ACCOUNT_MAIL_QUEUE = 'account-mail'
export const ONE_TIME_CODE_QUEUE = 'one-time-code'
/** Where a mail or a code ends that could not be delivered; it is logged by id from there. */
export const UNDELIVERED_QUEUE = 'undelivered-mail'

/** What a job holds: ids, and nothing about a person. */
export type ConfirmationData = { appointmentId: string }
export type CancellationData = { kind: 'cancellation'; appointmentId: string }
/** `subjectId` is the id of the request for a new password, of the invitation, or of the staff member. */
export type AccountMailData = { kind: AccountMailKind; subjectId: string }
export const ACCOUNT_MAIL_KINDS = ['password_reset', 'invitation', 'password_changed'] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]
/** The request for a code; whether anybody is behind it, the worker alone finds out. */
export type OneTimeCodeData = { challengeId: string }

export type Retry = {
  /** How often after the first attempt. */
  limit: number
  /** The first wait in seconds; each further one doubles, with some chance in it. */
  delaySeconds: number
  /** The longest wait in seconds. */
  delayMaxSeconds: number
}

/**
 * A clinic's mail server may be away for hours: tries after 15 s, 30 s, 1 min and so on, then every five minutes for
 * two days. A patient who booked while it was away has the mail about 5 minutes after it is back.
 */
export const CONFIRMATION_RETRY: Retry = { limit: 580, delaySeconds: 15, delayMaxSeconds: 300 }
/** A patient who is not told comes for nothing: as long as a confirmation. */
export const CANCELLATION_RETRY: Retry = { ...CONFIRMATION_RETRY }

/** For a day: nobody waits in front of the screen for these. */
const DAY_RETRY: Retry = { limit: 290, delaySeconds: 15, delayMaxSeconds: 300 }

export const ACCOUNT_MAIL_RETRY: Record<AccountMailKind, Retry> = {
  // Half an hour: whoever has waited longer for the link has asked for another, or for help.
  password_reset: { limit: 18, delaySeconds: 5, delayMaxSeconds: 120 },
  invitation: DAY_RETRY,
  password_changed: DAY_RETRY,
}

/** As long as a code could still be used, which is three minutes; the worker lets go of it then. */
export const ONE_TIME_CODE_RETRY: Retry = { limit: 30, delaySeconds: 2, delayMaxSeconds: 15 }

/**
 * Seconds an attempt may take until it counts as lost (the process was killed, say) and is made again.
 * Longer than all waits for the mail server together (server/mail/transport.ts).
 */
export const ATTEMPT_SECONDS = 120
