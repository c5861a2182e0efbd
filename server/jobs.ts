import path from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveEvent } from '../contract/events.ts'
import type { Clinic } from '../domain/clinic.ts'
import { watchBackups } from './accounts/audit/alarms.ts'
import { ACCOUNT_MAILS } from './accounts/mails/queue.ts'
import { currentBlockers } from './book/blocked/current.ts'
import { offerJob } from './book/jobs/offer-job.ts'
import { recallJob } from './book/jobs/recall-job.ts'
import { noteUndelivered } from './book/jobs/undelivered.ts'
import { forgetChangedDays } from './book/overview/count-days.ts'
import { countCorrectedContacts } from './book/record/correct.ts'
import { OFFER, RECALL } from './book/waiting-list/queue.ts'
import { sweepRecalls } from './book/waiting-list/recalls.ts'
import { offerFreedTimes } from './book/waiting-list/sweep.ts'
import { accountMailJob } from './messages/jobs/account-mail-job.ts'
import { CANCELLATION, cancellationJob } from './messages/jobs/cancellation-job.ts'
import { CHANGE_NOTICE, changeNoticeJob } from './messages/jobs/change-notice-job.ts'
import { CONFIRMATION, confirmationJob } from './messages/jobs/confirmation-job.ts'
import { CONTACT_CHANGED, contactChangedJob } from './messages/jobs/contact-changed-job.ts'
import { oneTimeCodeJob } from './messages/jobs/one-time-code-job.ts'
import { REMINDER, reminderJob } from './messages/jobs/reminder-job.ts'
import { REPLY, replyJob } from './messages/jobs/reply-job.ts'
import { SERIES, seriesJob } from './messages/jobs/series-job.ts'
import { VISIT_NOTE, visitNoteJob } from './messages/jobs/visit-note-job.ts'
import type { MailTransport } from './messages/mail/transport.ts'
import { sweepReminders } from './messages/reminders/sweep.ts'
import type { SmsTransport } from './messages/sms/transport.ts'
import { housekeeping } from './operations/retention/housekeeping.ts'
import { earlierClock, retireOnSteadyClock } from './operations/retention/retention.ts'
import { sendingLimits } from './patients/codes/limits.ts'
import { ONE_TIME_CODE } from './patients/codes/queue.ts'
import type { Config } from './platform/config/config.ts'
import { type Handler, handlerOf } from './platform/queue/job.ts'
import type { Pace } from './platform/queue/pace.ts'
import { type Jobs, startJobs } from './platform/queue/start.ts'

export type BackgroundParts = {
  config: Config
  clinic: Clinic
  log: Logger
  now(): Date
  databaseUrl: string
  pool: Pool
  pace: Pace
  mail: MailTransport
  sms: SmsTransport
  /** Origin of the page, without a trailing slash. */
  origin(): string
  announce(event: LiveEvent): void
  isStopping(): boolean
}

/** Starts the background work: the handlers of all queues (`server/operations/set-up/queues.ts`), sweeps and housekeeping. */
export function startBackgroundWork(parts: BackgroundParts): Promise<Jobs> {
  const { config, clinic, log, now, databaseUrl, pool, pace, isStopping } = parts
  const blockers = currentBlockers(pool, clinic)
  return startJobs({
    databaseUrl,
    log,
    pace,
    handlers: allHandlers(parts),
    undelivered: noteUndelivered(pool, { clinic, now }),
    async sweep() {
      // A clock that is ahead alone would remind too early.
      const at = await earlierClock(pool, now())
      const sweeping = { pool, clinic, isStopping }
      await sweepReminders(sweeping, at)
      if (!isStopping()) await offerFreedTimes({ ...sweeping, blockers }, at)
      if (!isStopping()) await sweepRecalls(sweeping, at)
    },
    async housekeeping() {
      await housekeeping(pool)
      await forgetChangedDays(pool, clinic.timeZone)
      await countCorrectedContacts(pool)
      await watchBackups(pool)
      const outbox = path.join(config.dataDir, 'outbox')
      await retireOnSteadyClock({ pool, retention: clinic.retention, outbox, now: now(), log })
    },
  })
}

export function allHandlers({
  config,
  clinic,
  log,
  pool,
  mail,
  sms,
  origin,
  announce,
}: BackgroundParts): Handler[] {
  const limits = config.rateLimits
  const { smsOn } = sendingLimits({ pool, clinic, limits })
  const parts = { pool, clinic, transport: mail, sms, smsOn, log, origin }
  const onlyProvider = config.passwordsOnlyFor === null ? null : (config.oidc?.name ?? null)
  const accountMail = accountMailJob({ ...parts, onlyProvider })
  const host = config.publicUrl ? new URL(config.publicUrl).hostname : null
  return [
    handlerOf(CONFIRMATION, confirmationJob({ ...parts, announce })),
    handlerOf(CANCELLATION, cancellationJob(parts)),
    handlerOf(CHANGE_NOTICE, changeNoticeJob(parts)),
    handlerOf(SERIES, seriesJob(parts)),
    handlerOf(VISIT_NOTE, visitNoteJob(parts)),
    handlerOf(REPLY, replyJob(parts)),
    handlerOf(REMINDER, reminderJob(parts)),
    handlerOf(OFFER, offerJob(parts)),
    handlerOf(RECALL, recallJob(parts)),
    ...Object.values(ACCOUNT_MAILS).map((kind) => handlerOf(kind, accountMail)),
    handlerOf(CONTACT_CHANGED, contactChangedJob(parts)),
    handlerOf(ONE_TIME_CODE, oneTimeCodeJob({ pool, clinic, mail, sms, host, limits, log })),
  ]
}
