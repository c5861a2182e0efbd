import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClinicWithMail, tokenFor } from '../../../tests/support/account-mails.ts'
import { capturedLog, idle } from '../../../tests/support/jobs.ts'
import { mailHeader } from '../../../tests/support/mail-server.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { ACCOUNT_MAILS } from '../../accounts/mails/queue.ts'
import { handlerOf } from '../../platform/queue/job.ts'
import { type Jobs, startJobs } from '../../platform/queue/start.ts'

type Options = Parameters<typeof startClinicWithMail>[0]
let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let jobs: Jobs | undefined
const worker = capturedLog()
afterEach(async () => {
  await jobs?.stop()
  await clinic[Symbol.asyncDispose]()
})

async function start(options: Options = {}) {
  clinic = await startClinicWithMail(options)
  await storeStaff(clinic.pool, { password: 'correct horse battery' })
}

async function startWorker() {
  jobs = await startJobs({
    databaseUrl: clinic.database.url,
    log: worker.log,
    ...idle,
    handlers: Object.values(ACCOUNT_MAILS).map((kind) => handlerOf(kind, clinic.handler)),
    pollSeconds: 0.5,
  })
}

async function forgot() {
  await clinic.call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' })
  // Shortens the backoff.
  await clinic.pool.query(`UPDATE pgboss.job SET retry_delay = 1, retry_delay_max = 1`)
}

const allLogs = () => clinic.logged() + worker.text()
const jobRows = async () =>
  JSON.stringify((await clinic.pool.query('SELECT data, state, output FROM pgboss.job')).rows)

describe('the worker for account mails', () => {
  beforeEach(() => void worker.lines.splice(0))

  it('leads a person from the forgotten password to signing in with a new one', async () => {
    await start()
    await startWorker()
    await forgot()
    await vi.waitFor(() => expect(clinic.received).toHaveLength(1))
    const token = tokenFor(clinic.received, 'ada@example.com')
    const password = 'eleven green herons'
    await clinic.call('POST', '/api/auth/reset-password', { token, password })
    await vi.waitFor(() => expect(clinic.received).toHaveLength(2))
    expect(mailHeader(clinic.received[1]?.raw ?? '', 'Subject')).toContain('Your password was changed')
    expect(await clinic.call('POST', '/api/auth/signin', { username: 'ada', password })).toMatchObject({
      status: 200,
    })
    await vi.waitFor(async () => expect(await jobRows()).not.toMatch(/created|active|retry/))
    expect(allLogs() + (await jobRows())).not.toMatch(/example\.com|herons|\bobi\b/i)
    expect(allLogs() + (await jobRows())).not.toContain(token)
  })

  it('retries with another link when the mail server says "later"', async () => {
    const tried: string[] = []
    await start({
      answerTo({ mail }) {
        if (mail === undefined || tried.push(mail) > 2) return undefined
        return { code: 451, text: '4.3.0 <ada@example.com> later' }
      },
    })
    await startWorker()
    await forgot()
    await vi.waitFor(() => expect(clinic.received).toHaveLength(1))
    expect(tried).toHaveLength(3)
    expect(new Set(tried.map((raw) => mailHeader(raw, 'Message-ID'))).size).toBe(3)
    const tokens = tried.map((raw) => tokenFor([{ to: ['ada@example.com'], raw }], 'ada@example.com'))
    const statuses = []
    for (const token of tokens) {
      const answer = { token, password: 'eleven green herons' }
      statuses.push((await clinic.call('POST', '/api/auth/reset-password', answer)).status)
    }
    expect(statuses).toEqual([400, 400, 200])
    expect(worker.text()).toContain('reset link not sent')
    expect(allLogs() + (await jobRows())).not.toMatch(/example\.com/i)
  })

  it('gives up at once on an address that takes no mail, and names the request', async () => {
    await start({
      answerTo: ({ recipient }) =>
        recipient === undefined ? undefined : { code: 550, text: `5.1.1 <${recipient}> no such person` },
    })
    await startWorker()
    await forgot()
    const { id } = (await clinic.pool.query('SELECT id FROM password_resets')).rows[0]
    await vi.waitFor(() => expect(worker.text()).toContain('reset link given up'))
    expect(worker.lines.find((line) => line.includes('given up'))).toContain(`"password_reset":"${id}"`)
    expect(allLogs() + (await jobRows())).not.toMatch(/example\.com/i)
  })
})
