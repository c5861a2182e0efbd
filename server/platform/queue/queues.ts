import type { Answer } from '../../../domain/reply-answers.ts'

/** Names of pg-boss queues (schema `pgboss`). */
export const CONFIRMATION_QUEUE = 'confirmation-mail'
export const CANCELLATION_QUEUE = 'cancellation-mail'
/** What has become of an appointment since its patient was last told. */
export const TOLD_QUEUE = 'appointment-told'
/** Answers to what patients wrote by SMS. */
export const REPLY_QUEUE = 'sms-reply'
/** Reminders of visits, one job for each, which the sweep of server/messages/reminders/sweep.ts makes. */
export const REMINDER_QUEUE = 'visit-reminder'
/** Times that became free, to those who wait for one; and invitations to come again. */
export const OFFER_QUEUE = 'waiting-offer'
export const ACCOUNT_MAIL_QUEUE = 'account-mail'
export const ONE_TIME_CODE_QUEUE = 'one-time-code'
/** Undeliverable mails and codes end here, and are logged by id. */
export const UNDELIVERED_QUEUE = 'undelivered-mail'

/** Jobs hold ids only, nothing about a person. */
export type ConfirmationData = { appointmentId: string }
export type CancellationData = { kind: 'cancellation'; appointmentId: string }
/** `due`: when it was to be told; a later change has a job of its own. */
export type ToldData = { kind: 'told'; appointmentId: string; due: string }
/**
 * In the same queue: visits of a series, which are told together; `appointmentId` and `others`, in the order in which they were
 * booked. `series`: which one.
 */
export type SeriesData = {
  kind: 'series'
  appointmentId: string
  others: string[]
  due: string
  series: string
}
/** `answer`: which of those of `domain/reply-answers.ts`. */
export type ReplyData = { kind: 'reply'; appointmentId: string; answer: Answer }
/** `startsAt`: the time that it is about; `by`: the channels in order, the first that the patient has takes it. */
export type ReminderData = {
  kind: 'reminder'
  appointmentId: string
  step: string
  by: ('email' | 'sms')[]
  startsAt: string
}
/** What the desk has patients told of a visit. */
export type VisitNote = { about: 'closure' } | { about: 'stands' } | { about: 'late'; minutes: number }
/** In the queue of what has become of an appointment. `startsAt`: the time that it is about. */
export type VisitNoteData = {
  kind: 'note'
  appointmentId: string
  step: string
  startsAt: string
  note: VisitNote
}
/** Whose offer it is stands with the offer. */
export type OfferData = { kind: 'offer'; offerId: string }
/** In the same queue: the visit after which the patient is to be seen again. */
export type RecallData = { kind: 'recall'; appointmentId: string }
/** `subjectId` is the id of the reset request, the invitation, the step of a sign-in, or the staff member. */
export type AccountMailData = { kind: AccountMailKind; subjectId: string }
export const ACCOUNT_MAIL_KINDS = [
  'password_reset',
  'invitation',
  'password_changed',
  'factor_code',
  'factors_changed',
  'guessing',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]
/** In the same queue: `subjectId` is the patient's whose contact the desk has corrected; the old one is told. */
export type ContactChangedData = { kind: 'contact_changed'; subjectId: string; contact: 'email' | 'phone' }
/** In the same queue: `subjectId` is the admin's who is told, `alarmId` that of the audit entry. */
export type AlarmMailData = { kind: 'alarm'; subjectId: string; alarmId: string }
/** The request for a code; only the worker looks up whether it matches a patient. */
export type OneTimeCodeData = { challengeId: string }

export type Retry = {
  /** Retries after the first attempt. */
  limit: number
  /** The first backoff in seconds; it doubles, with some randomness. */
  delaySeconds: number
  /** The longest backoff in seconds. */
  delayMaxSeconds: number
}

/**
 * A clinic's mail server may be away for hours: retries after 15 s, 30 s, 1 min and so on, then every five
 * minutes for two days. A patient gets the mail about 5 minutes after the server is back.
 */
export const CONFIRMATION_RETRY: Retry = { limit: 580, delaySeconds: 15, delayMaxSeconds: 300 }
/** As long as a confirmation, since a patient without the mail would come for nothing. */
export const CANCELLATION_RETRY: Retry = { ...CONFIRMATION_RETRY }

/** As long as a confirmation; the worker drops it once it is of no use. */
export const REMINDER_RETRY: Retry = { ...CONFIRMATION_RETRY }
/** As long as a confirmation. */
export const TOLD_RETRY: Retry = { ...CONFIRMATION_RETRY }
/** So long after the last change a patient is told, in milliseconds: what is taken back in time needs no message. */
export const TELL_AFTER_MS = 60_000
/** A visit so soon after its booking at the desk needs no confirmation, in milliseconds. */
export const NOT_CONFIRMED_WITHIN_MS = 2 * 3_600_000

/** For two hours: whoever has asked by SMS looks elsewhere after that. */
export const REPLY_RETRY: Retry = { limit: 30, delaySeconds: 10, delayMaxSeconds: 300 }
/** For a half hour: then the offer is over. */
export const OFFER_RETRY: Retry = { limit: 20, delaySeconds: 5, delayMaxSeconds: 120 }

/** For a day: these are not urgent. */
const DAY_RETRY: Retry = { limit: 290, delaySeconds: 15, delayMaxSeconds: 300 }

export const RECALL_RETRY: Retry = DAY_RETRY

export const ACCOUNT_MAIL_RETRY: Record<AccountMailKind, Retry> = {
  // Half an hour: later the person has requested another link, or help.
  password_reset: { limit: 18, delaySeconds: 5, delayMaxSeconds: 120 },
  invitation: DAY_RETRY,
  password_changed: DAY_RETRY,
  // The lifetime of a step, ten minutes.
  factor_code: { limit: 12, delaySeconds: 5, delayMaxSeconds: 60 },
  factors_changed: DAY_RETRY,
  guessing: DAY_RETRY,
}

/** Until the new contact counts: then the old one is nobody's any more. */
export const CONTACT_CHANGED_RETRY: Retry = { ...DAY_RETRY, limit: 280 }

export const ALARM_RETRY: Retry = DAY_RETRY

/** The lifetime of a code, three minutes; then the worker drops the job. */
export const ONE_TIME_CODE_RETRY: Retry = { limit: 30, delaySeconds: 2, delayMaxSeconds: 15 }

/**
 * Timeout of an attempt in seconds, for example after a kill; then it is retried. Longer than all mail server
 * timeouts together (server/messages/mail/transport.ts).
 */
export const ATTEMPT_SECONDS = 120
