import { DAY_RETRY, type JobKind, jobsFrom, type Queue, type Retry } from '../../platform/queue/job.ts'

export const ACCOUNT_MAIL_QUEUE: Queue = { name: 'account-mail' }

/** `subjectId` is the id of the reset request, the invitation, the step of a sign-in, or the staff member. */
export type AccountMailData = { kind: AccountMailKind; subjectId: string }
type AccountMailKind =
  | 'password_reset'
  | 'invitation'
  | 'password_changed'
  | 'factor_code'
  | 'factors_changed'
  | 'guessing'
/** `subjectId` is the id of the admin who gets the mail, `alarmId` that of the audit entry. */
export type AlarmMailData = { kind: 'alarm'; subjectId: string; alarmId: string }

type Kind = AccountMailKind | AlarmMailData['kind']
type Declared = Pick<JobKind<object>, 'retry' | 'name' | 'advice'>

const DECLARED: Record<Kind, Declared> = {
  password_reset: {
    // Half an hour: later the person has requested another link, or help.
    retry: { limit: 18, delaySeconds: 5, delayMaxSeconds: 120 },
    name: 'reset link',
    advice: 'another can be asked for',
  },
  invitation: { retry: DAY_RETRY, name: 'invitation', advice: 'check the address and invite again' },
  password_changed: {
    retry: DAY_RETRY,
    name: 'note of a changed password',
    advice: 'tell the staff member another way',
  },
  factor_code: {
    // The lifetime of a step, ten minutes.
    retry: { limit: 12, delaySeconds: 5, delayMaxSeconds: 60 },
    name: 'code for a second factor',
    advice: 'another can be asked for',
  },
  factors_changed: {
    retry: DAY_RETRY,
    name: 'note of changed second factors',
    advice: 'tell the staff member another way',
  },
  guessing: {
    retry: DAY_RETRY,
    name: 'note of guessed passwords',
    advice: 'tell the staff member another way',
  },
  alarm: { retry: DAY_RETRY, name: 'alarm to an admin', advice: 'look into the audit trail' },
}

/** Mails to staff, by kind. */
export const ACCOUNT_MAILS = Object.fromEntries(
  Object.entries(DECLARED).map(([kind, declared]) => [
    kind,
    { ...declared, kind, queue: ACCOUNT_MAIL_QUEUE, ids: ({ subjectId }) => ({ [kind]: subjectId }) },
  ]),
) as Record<Kind, JobKind<AccountMailData | AlarmMailData>>

/** SQL that queues mails about accounts (`jobsFrom`): the job has the subject's id, no address and no token. */
export function accountMailJobsFrom(source: string, kind: AccountMailKind, retry?: Retry): string {
  const data = `jsonb_build_object('kind', '${kind}', 'subjectId', id::text)`
  return jobsFrom(source, ACCOUNT_MAILS[kind], data, { retry })
}

/** SQL that queues alarms to admins. @param source with the columns `id`, an admin's, and `alarm`, that of the audit entry */
export function alarmMailJobsFrom(source: string): string {
  const data = `jsonb_build_object('kind', 'alarm', 'subjectId', id::text, 'alarmId', alarm::text)`
  return jobsFrom(source, ACCOUNT_MAILS.alarm, data)
}
