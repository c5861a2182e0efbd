import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { PatientRecord } from '../../../contract/patients.ts'
import { startClinicWithMail } from '../../../tests/support/account-mails.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { mailHeader, mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { countCorrectedContacts } from '../../book/record/correct.ts'
import { sendingLimits } from '../../patients/codes/limits.ts'
import { mailTransport } from '../mail/transport.ts'
import { smsTransport } from '../sms/transport.ts'
import { contactChangedJob } from './contact-changed-job.ts'

/* Monday 4 March 2030, 07:00 in the clinic. */

let clinic: Awaited<ReturnType<typeof startClinicWithMail>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let dataDir: string
let id: string
let admin: Awaited<ReturnType<typeof clinic.signedIn>>
let deliver: () => Promise<string[]>
const stop: (() => void)[] = []
const worker = capturedLog()

beforeEach(async () => {
  worker.lines.splice(0)
  clinic = await startClinicWithMail()
  mails = await startMailServer()
  admin = await clinic.signedIn({ username: 'boss' })
  dataDir = await mkdtemp(path.join(tmpdir(), 'enamel-notices-'))
  const { pool } = clinic
  const { log } = worker
  const transport = mailTransport({
    smtpUrl: mails.url,
    mailFrom: 'desk@example.com',
    dataDir,
    log,
    timeoutMs: WAIT_MS,
  })
  stop.push(() => transport.close())
  const job = contactChangedJob({
    pool,
    clinic: clinicConfig,
    transport,
    sms: smsTransport({ dataDir, log }),
    smsOn: sendingLimits({ pool, clinic: clinicConfig, limits: true }).smsOn,
    log,
    now: () => clinic.clock.now,
  })
  deliver = async () => {
    const { rows } = await pool.query(
      `SELECT id, data FROM pgboss.job WHERE data ->> 'kind' = 'contact_changed' ORDER BY data ->> 'contact'`,
    )
    return Promise.all(rows.map(({ id: jobId, data }) => job({ id: jobId, attempt: 1, ...data })))
  }
  const patient = await storeRegistered(pool, { email: 'old@example.com', phone: '+2348030000201' })
  id = patient.id
})
afterEach(async () => {
  for (const end of stop.splice(0)) end()
  await mails.close()
  await rm(dataDir, { recursive: true, force: true })
  await clinic[Symbol.asyncDispose]()
})

async function correct(change: object): Promise<PatientRecord> {
  const { status, body } = await clinic.call('PATCH', `/api/patients/${id}`, change, admin.bearer)
  expect(status).toBe(200)
  return body.data as PatientRecord
}
const texts = async () =>
  Promise.all(
    (await readdir(path.join(dataDir, 'outbox')).catch(() => [])).map((file) =>
      readFile(path.join(dataDir, 'outbox', file), 'utf8'),
    ),
  )
/** Owner of the record that a code for this address would open; a random id where there is none. */
async function codeFor(destination: string): Promise<string> {
  await clinic.pool.query('DELETE FROM challenges')
  const sent = await clinic.call('POST', '/api/send-otp/email', { destination, location: 'fct' })
  expect(sent.status).toBe(200)
  const { rows } = await clinic.pool.query('SELECT patient_id FROM challenges')
  return rows[0].patient_id
}

describe('the notice of a corrected contact', () => {
  it('goes to the old address and the old number, and names neither of the new ones', async () => {
    await correct({ email: 'new@example.com', phoneNumber: '0803 000 0999' })
    expect(await deliver()).toEqual(['sent', 'sent'])
    const [{ to, raw } = { to: [], raw: '' }] = mails.received
    expect(to).toEqual(['old@example.com'])
    expect(mailHeader(raw, 'Subject')).toContain('Your email address at')
    expect(mailParts(raw)[0]?.content).toContain('Sign-in codes will go to this address for 24 more hours.')
    const [sms] = await texts()
    expect(sms).toMatch(/^To: \+2348030000201\n\n.+ changed the phone number on your record/)
    const said = `${raw} ${sms} ${worker.text()}`
    expect(said).not.toMatch(/new@example\.com|0999/)
    expect(worker.text()).not.toMatch(/old@example|0201/)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['taken back', () => correct({ email: 'old@example.com' })],
    [
      'a day old',
      async () => {
        await clinic.pool.query('UPDATE patients SET email_next_at = now()')
        await countCorrectedContacts(clinic.pool)
      },
    ],
  ])('is not sent once the correction is %s', async (_, meanwhile) => {
    await correct({ email: 'new@example.com' })
    await meanwhile()
    expect(await deliver()).toEqual(['skipped'])
    expect(mails.received).toEqual([])
  })
})

it('codes go to the old address for a day, and to the new one after that', async () => {
  await correct({ email: 'new@example.com' })
  expect(await codeFor('old@example.com')).toBe(id)
  expect(await codeFor('new@example.com')).not.toBe(id)
  await countCorrectedContacts(clinic.pool)
  expect(await codeFor('new@example.com')).not.toBe(id)
  await clinic.pool.query('UPDATE patients SET email_next_at = now()')
  await countCorrectedContacts(clinic.pool)
  expect(await codeFor('new@example.com')).toBe(id)
  expect(await codeFor('old@example.com')).not.toBe(id)
})
