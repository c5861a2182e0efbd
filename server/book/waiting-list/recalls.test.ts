import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { capturedLog, storeAppointment } from '../../../tests/support/jobs.ts'
import { mailHeader, mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { noSms } from '../../messages/mail/sms.fixture.ts'
import { mailTransport } from '../../messages/mail/transport.ts'
import { optOut } from '../../messages/opt-outs/opt-outs.ts'
import { recallJob } from '../jobs/recall-job.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const NOW = new Date('2030-09-04T09:00:00+01:00')

async function invited(isWanted = true) {
  await using server = await startMailServer()
  const { log } = capturedLog()
  const smtp = { smtpUrl: server.url, mailFrom: 'Enamel <desk@example.com>', dataDir: '', log }
  const transport = mailTransport(smtp)
  const appointmentId = await storeAppointment(database.pool)
  const { rows } = await database.pool.query(
    `UPDATE patients SET phone = '', phone_e164 = NULL RETURNING email`,
  )
  if (!isWanted) await optOut(database.pool, rows[0].email, NOW)
  const job = recallJob({
    ...{ pool: database.pool, clinic, transport, ...noSms, log },
    origin: () => 'https://book.example.com',
    now: () => NOW,
  })
  const outcome = await job({ kind: 'recall', id: randomUUID(), appointmentId, attempt: 1 })
  transport.close()
  return { outcome, mail: server.received[0] }
}

it('a recall is sent with a link that ends such mails', async () => {
  const { outcome, mail } = await invited()
  expect(outcome).toBe('sent')
  const address = /https:\/\/book\.example\.com\/api\/unsubscribe\/[\w-]+/
  expect(mailHeader(mail?.raw ?? '', 'List-Unsubscribe')).toMatch(address)
  expect(mailHeader(mail?.raw ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(mailParts(mail?.raw ?? '')[0]?.content).toMatch(address)
})

it('a recall is not sent to a patient who opted out', async () => {
  expect(await invited(false)).toMatchObject({ outcome: 'skipped', mail: undefined })
})
