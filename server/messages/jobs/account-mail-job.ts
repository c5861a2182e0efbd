import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { INVITATION_DAYS, makeInvitationLink } from '../../accounts/auth/invitations.ts'
import { makeResetLink, RESET_LINK_MINUTES } from '../../accounts/auth/password-reset.ts'
import { makeFactorCode } from '../../accounts/auth/second-factor/steps.ts'
import { ACCOUNT_MAILS, type AccountMailData, type AlarmMailData } from '../../accounts/mails/queue.ts'
import { refusalLog } from '../../platform/http/refusal-log.ts'
import type { JobOutcome } from '../../platform/queue/job.ts'
import { oneLine } from '../../platform/text/text.ts'
import {
  FACTOR_ACTIONS,
  factorCodeMail,
  factorsChangedMail,
  guessingMail,
  invitationMail,
  passwordChangedMail,
  type Recipient,
  resetMail,
} from '../mail/account-mail.ts'
import { alarmMail, storedAlarm } from '../mail/alarm-mail.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'

type AccountMailJob = (AccountMailData | AlarmMailData) & { id: string }

type Parts = {
  pool: Pool
  clinic: { name: string; timeZone: string }
  transport: MailTransport
  log: Pick<Logger, 'info' | 'warn'>
  /** Origin of the page, without a trailing slash. */
  origin: () => string
  /** Name of the OpenID provider where it is the only way to sign in. */
  onlyProvider?: string | null
  now?: () => Date
}

/**
 * Sends a mail about an account. Its link's token is generated here and exists only in the mail, so each
 * retry has a new one.
 * @param parts.now for tests
 */
export function accountMailJob(parts: Parts): (job: AccountMailJob) => Promise<JobOutcome> {
  const { transport, log, now = () => new Date() } = parts
  const logRefusal = refusalLog(log)
  return async (job) => {
    const { name, ids } = ACCOUNT_MAILS[job.kind]
    const mail = await compose(job, parts, now())
    if (!mail) {
      logRefusal(ids(job), { says: `${name} no longer needed`, level: 'info' })
      return 'skipped'
    }
    const outcome = await transport.send(mail, `${job.id}-${randomUUID().slice(0, 8)}`)
    if (outcome === 'refused') log.warn(ids(job), 'the address takes no mail')
    return outcome
  }
}

/** The token follows '#', which browsers send to no server, so that no log has it (specification, section 2). */
async function compose(
  job: AccountMailJob,
  { pool, clinic, origin, onlyProvider = null }: Parts,
  now: Date,
): Promise<Mail | null> {
  const { subjectId } = job
  switch (job.kind) {
    case 'password_reset': {
      const made = await makeResetLink(pool, subjectId, now)
      const link = `${origin()}/reset-password#token=${made?.token}`
      return made && resetMail(made, clinic, link, RESET_LINK_MINUTES)
    }
    case 'invitation': {
      const made = await makeInvitationLink(pool, subjectId, now)
      const link = `${origin()}/register#invite=${made?.token}`
      return made && invitationMail(made, clinic, link, INVITATION_DAYS, onlyProvider)
    }
    case 'factor_code': {
      const made = await makeFactorCode(pool, subjectId, now)
      return made && factorCodeMail(made, clinic, made.code)
    }
    case 'factors_changed': {
      const found = await lastEntry(pool, subjectId, FACTOR_ACTIONS)
      return found && factorsChangedMail(found, clinic, found.action, found.at)
    }
    case 'alarm': {
      const found = await storedAlarm(pool, job.alarmId, subjectId)
      return found && alarmMail(found, oneLine(clinic.name), origin())
    }
    case 'password_changed': {
      const found = await lastEntry(pool, subjectId, ['staff.password_reset', 'staff.password_changed'])
      return found && passwordChangedMail(found, clinic, `${origin()}/forgot-password`, found.at)
    }
    case 'guessing': {
      const owner = await activePerson(pool, subjectId)
      return owner && guessingMail(owner, clinic, `${origin()}/forgot-password`)
    }
  }
}

/** Null when they were disabled meanwhile. */
async function activePerson(pool: Pool, staffId: string): Promise<Recipient | null> {
  const { rows } = await pool.query(
    `SELECT email, surname, other_names AS "otherNames" FROM staff
     WHERE id::text = $1 AND disabled_at IS NULL`,
    [staffId],
  )
  return rows[0] ?? null
}

type Entry = Recipient & { at: Date; action: string }

/** Time of an account's last action of a kind, from the audit trail. */
async function lastEntry(pool: Pool, staffId: string, actions: readonly string[]): Promise<Entry | null> {
  const { rows } = await pool.query<Entry>(
    `SELECT staff.email, staff.surname, staff.other_names AS "otherNames", entry.at, entry.action
     FROM staff JOIN audit_log entry ON entry.subject_kind = 'staff' AND entry.subject_id = staff.id::text
       AND entry.action = ANY($2)
     WHERE staff.id = $1 AND staff.disabled_at IS NULL
     ORDER BY entry.id DESC LIMIT 1`,
    [staffId, actions],
  )
  return rows[0] ?? null
}
