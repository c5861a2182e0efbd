import { expect, it, onTestFinished, vi } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog, idle } from '../../../tests/support/jobs.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { ONE_TIME_CODE } from '../../patients/codes/queue.ts'
import { handlerOf } from '../../platform/queue/job.ts'
import { startJobs } from '../../platform/queue/start.ts'
import { mailTransport } from '../mail/transport.ts'
import { oneTimeCodeJob } from './one-time-code-job.ts'

it('a mail server that hangs cannot be timed from outside: the API answers everyone meanwhile, in the same way', async () => {
  const clinic = await startClinic()
  const { pool, url } = clinic.database
  await storeRegistered(pool, { clinicId: 'CLN-7' })
  const released = Promise.withResolvers<void>()
  const server = await startMailServer({ silentUntil: released.promise })
  const { log } = capturedLog()
  const mail = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'desk@example.com',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  const attempts: string[] = []
  const handler = oneTimeCodeJob({
    pool,
    clinic: clinicConfig,
    mail,
    sms: { way: 'gateway', send: () => Promise.reject(new Error('no SMS is asked for here')) },
    host: null,
    log,
    limits: false,
    now: () => clinic.clock.now,
  })
  const jobs = await startJobs({
    databaseUrl: url,
    log,
    ...idle,
    handlers: [
      handlerOf(ONE_TIME_CODE, (job) => {
        attempts.push(job.challengeId)
        return handler(job)
      }),
    ],
    pollSeconds: 0.5,
  })
  onTestFinished(async () => {
    released.resolve()
    await jobs.stop()
    mail.close()
    await server.close()
    await clinic[Symbol.asyncDispose]()
  })
  const ask = (emrId: string) => clinic.call('POST', '/api/send-otp/email', { emrId, location: 'fct' })

  const first = await ask('CLN-7')
  await vi.waitFor(() => expect(attempts).toHaveLength(1))
  // These would not come at all, were they to wait for the mail server.
  const [known, nobody] = [await ask('CLN-7'), await ask('CLN-8')]
  expect(server.received).toEqual([])
  expect([first.status, known.status, nobody.status]).toEqual([200, 200, 200])
  expect(nobody.body.message).toBe(known.body.message)

  released.resolve()
  await vi.waitFor(() => expect(server.received).toHaveLength(2))
})
