import { expect, onTestFinished } from 'vitest'
import clinicConfig from '../../clinic.config.ts'
import type { CodeSent } from '../../contract/one-time-codes.ts'
import { classifyContact } from '../../domain/contact.ts'
import { oneTimeCodeJob } from '../../server/messages/jobs/one-time-code-job.ts'
import { mailTransport } from '../../server/messages/mail/transport.ts'
import { smsTransport } from '../../server/messages/sms/transport.ts'
import { type Answer, startClinic, type TestOptions } from './clinic.ts'
import { capturedLog } from './jobs.ts'
import { type MailServerOptions, mailParts, startMailServer } from './mail-server.ts'
import { africasTalkingAnswer, startSmsGateway } from './sms-gateway.ts'
import { WAIT_MS } from './waits.ts'

type Options = TestOptions &
  MailServerOptions & {
    /** By default the gateway accepts every SMS. */
    gateway?: Parameters<typeof startSmsGateway>[0]
    /** Timeout of the gateway, in milliseconds. */
    gatewayTimeoutMs?: number
  }

/**
 * A clinic with a real mail server and a fake SMS gateway; `deliver` sends at once. All of it stops after the
 * test.
 */
export async function startClinicWithCodes({
  answerTo,
  gateway: answers,
  gatewayTimeoutMs = WAIT_MS,
  ...options
}: Options = {}) {
  const lines: string[] = []
  const clinic = await startClinic({ logged: lines, ...options })
  const { pool } = clinic.database
  const server = await startMailServer(answerTo ? { answerTo } : {})
  const gateway = await startSmsGateway(answers ?? (() => africasTalkingAnswer(101)))
  const worker = capturedLog()
  const mail = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'desk@example.com',
    dataDir: '',
    log: worker.log,
    timeoutMs: WAIT_MS,
  })
  onTestFinished(async () => {
    mail.close()
    await Promise.all([server.close(), gateway.close()])
    await clinic[Symbol.asyncDispose]()
  })
  const handler = oneTimeCodeJob({
    pool,
    clinic: { ...clinicConfig, ...options.clinic },
    mail,
    sms: smsTransport({
      smsUrl: `africastalking://enamel:key@${gateway.host}`,
      dataDir: '',
      log: worker.log,
      timeoutMs: gatewayTimeoutMs,
    }),
    host: 'book.example.com',
    log: worker.log,
    limits: options.limits ?? false,
    now: () => clinic.clock.now,
  })

  /** Oldest first. */
  async function waiting(): Promise<{ id: string; challengeId: string }[]> {
    const { rows } = await pool.query(
      `SELECT id, data FROM pgboss.job WHERE name = 'one-time-code' ORDER BY created_on, id`,
    )
    return rows.map(({ id, data }) => ({ id, ...data }))
  }
  /** Requests a code as the page does. */
  const ask = (
    typed: string,
    more: object = {},
    caller?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const kind = classifyContact(typed)
    const contact = kind === 'clinic_id' ? { emrId: typed } : { destination: typed }
    const path = kind === 'phone' ? '/api/send-otp/sms' : '/api/send-otp/email'
    return clinic.call('POST', path, { ...contact, location: 'fct', ...more }, headers, caller)
  }
  const deliver = async (): Promise<string[]> => {
    const outcomes: string[] = []
    for (const job of await waiting()) {
      outcomes.push(await handler(job))
      await pool.query('DELETE FROM pgboss.job WHERE id = $1', [job.id])
    }
    return outcomes
  }

  return {
    ...clinic,
    pool,
    mails: server.received,
    texts: gateway.received,
    waiting,
    /** Runs one job, as the worker would. */
    handler,
    /** Runs the waiting jobs. @returns how each one ended */
    deliver,
    ask,
    verify: (
      rawId: string,
      code: unknown,
      more: object = {},
      { caller, headers }: { caller?: string; headers?: Record<string, string> } = {},
    ) => clinic.call('POST', '/api/verify-otp', { rawId, code, ...more }, headers, caller),
    /** Requests a code and delivers it. @returns the challenge, and the code if one was sent */
    async codeFor(typed: string, more: object = {}) {
      const before = server.received.length + gateway.received.length
      const rawId = challengeOf(await ask(typed, more))
      await deliver()
      const isSent = server.received.length + gateway.received.length > before
      const last = server.received.at(-1)?.raw ?? ''
      const byMail = mailParts(last)[0]?.content ?? ''
      const words = classifyContact(typed) === 'phone' ? gateway.received.at(-1)?.form.message : byMail
      return { rawId, code: isSent ? Number(/^\d{6}/.exec(words ?? '')?.[0]) : null }
    },
    challenge: async (id: string) =>
      (await pool.query('SELECT * FROM challenges WHERE id = $1', [id])).rows[0],
    logged: () => lines.join('') + worker.text(),
    pass(seconds: number) {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + seconds * 1_000)
    },
  }
}

export const sentBy = ({ body }: Answer) => body.data as CodeSent[]

/** For an answer with one record. */
export function challengeOf(answer: Answer): string {
  expect(answer.status).toBe(200)
  expect(sentBy(answer)).toHaveLength(1)
  return sentBy(answer)[0]?.rawId ?? ''
}

export const otherThan = (code: number | null) => (code === 999_999 ? 100_000 : (code ?? 0) + 1)
