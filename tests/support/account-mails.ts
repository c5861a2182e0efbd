import { expect } from 'vitest'
import clinicConfig from '../../clinic.config.ts'
import type { AccountMailData, AlarmMailData } from '../../server/accounts/mails/queue.ts'
import { accountMailJob } from '../../server/messages/jobs/account-mail-job.ts'
import { mailTransport } from '../../server/messages/mail/transport.ts'
import { startClinic, type TestOptions } from './clinic.ts'
import { capturedLog } from './jobs.ts'
import { type MailServerOptions, mailParts, startMailServer } from './mail-server.ts'
import { WAIT_MS } from './waits.ts'

export const ORIGIN = 'https://book.example.com'

/** A clinic with a real mail server for account mails; `deliver` sends them at once. */
export async function startClinicWithMail({ answerTo, ...options }: TestOptions & MailServerOptions = {}) {
  const lines: string[] = []
  const clinic = await startClinic({ logged: lines, ...options })
  const { pool } = clinic.database
  const server = await startMailServer(answerTo ? { answerTo } : {})
  const worker = capturedLog()
  const transport = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'desk@example.com',
    dataDir: '',
    log: worker.log,
    timeoutMs: WAIT_MS,
  })
  const handler = accountMailJob({
    pool,
    clinic: clinicConfig,
    transport,
    log: worker.log,
    origin: () => ORIGIN,
    now: () => clinic.clock.now,
  })

  /** Oldest first. */
  async function waiting(): Promise<((AccountMailData | AlarmMailData) & { id: string })[]> {
    const { rows } = await pool.query(
      `SELECT id, data FROM pgboss.job WHERE name = 'account-mail' ORDER BY created_on, id`,
    )
    return rows.map(({ id, data }) => ({ id, ...data }))
  }

  return {
    ...clinic,
    pool,
    received: server.received,
    waiting,
    /** Runs one job, as the worker would. */
    handler,
    /** Runs the waiting jobs. @returns how each one ended */
    async deliver(): Promise<string[]> {
      const outcomes: string[] = []
      for (const job of await waiting()) {
        outcomes.push(await handler(job))
        await pool.query('DELETE FROM pgboss.job WHERE id = $1', [job.id])
      }
      return outcomes
    },
    logged: () => lines.join('') + worker.text(),
    pass(minutes: number) {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000)
    },
    /** Oldest first. */
    async audited() {
      const { rows } = await pool.query(
        `SELECT staff_id AS by, action, subject_kind AS kind, subject_id AS subject, details FROM audit_log ORDER BY id`,
      )
      return rows as { by: string; action: string; kind: string; subject: string; details: unknown }[]
    },
    async [Symbol.asyncDispose]() {
      transport.close()
      await server.close()
      await clinic[Symbol.asyncDispose]()
    },
  }
}

/** The token of the last mail to an address; text and HTML must agree. */
export function tokenFor(received: readonly { to: string[]; raw: string }[], email: string): string {
  const raw = received.findLast(({ to }) => to.includes(email))?.raw ?? ''
  const [text, html] = mailParts(raw).map(({ content }) => content)
  const token = /#(?:token|invite)=([\w-]{43})\s/.exec(text ?? '')?.[1] ?? ''
  expect(token, `a link in the last mail to ${email}`).not.toBe('')
  expect(html).toContain(`=${token}"`)
  return token
}
