import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'
import { cancellationJob } from '../../messages/jobs/cancellation-job.ts'
import { confirmationJob } from '../../messages/jobs/confirmation-job.ts'
import { oneTimeCodeJob } from '../../messages/jobs/one-time-code-job.ts'
import { mailTransport } from '../../messages/mail/transport.ts'
import { smsTransport } from '../../messages/sms/transport.ts'
import { sendingLimits } from '../../patients/codes/limits.ts'

/*
 * A clinic where people have left data in every table: a registered patient, a family member with the same
 * email and phone, and a visitor. It is Monday 4 March 2030, 07:00 in the clinic.
 */

export const FAMILY_EMAIL = 'family.obimarker@example.com'

/** Texts that identify one person, as they could be stored. */
export const MARKS = {
  ada: [
    'adamarker',
    'wifemarker',
    'middlemarker',
    'pm-ada-1',
    'raw-ada-1',
    'painmarker',
    'excusemarker',
    '1985-03-21',
  ],
  chidi: ['chidimarker', 'juniormarker', 'pm-chidi-1', 'raw-chidi-1', 'toothmarker', '2012-07-09'],
  zoe: [
    'zoemarker',
    'visitormarker',
    'zoe.marker@example.com',
    '08065550199',
    '+2348065550199',
    'gummarker',
    'guardmarker',
  ],
} as const

export type KnownPeople = Awaited<ReturnType<typeof startWithKnownPeople>>

export async function startWithKnownPeople() {
  const clinic = await startClinic()
  onTestFinished(() => clinic[Symbol.asyncDispose]())
  const { pool } = clinic.database
  const folder = await mkdtemp(path.join(tmpdir(), 'enamel-patient-data-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const outbox = path.join(folder, 'outbox')
  const family = { email: FAMILY_EMAIL, phone: '+2348065550111' }
  const ada = await storeRegistered(pool, {
    ...family,
    clinicId: 'PM-ADA-1',
    rawId: 'RAW-ADA-1',
    title: 'wifemarker',
    firstName: 'adamarker',
    middleName: 'middlemarker',
    lastName: 'obimarker',
    birthDate: '1985-03-21',
  })
  const chidi = await storeRegistered(pool, {
    ...family,
    clinicId: 'PM-CHIDI-1',
    rawId: 'RAW-CHIDI-1',
    firstName: 'chidimarker',
    middleName: 'juniormarker',
    lastName: 'obimarker',
    birthDate: '2012-07-09',
  })
  const admin = await clinic.signedIn()

  /** @returns id and reference */
  async function booked(start_time: string, more: object, patientId?: string) {
    const token = patientId && (await startPatientSession(pool, patientId, clinic.clock.now))
    const { body } = await clinic.book({ start_time, ...more }, token ? { token } : {})
    const { reference } = body.data as { reference: string }
    const { rows } = await pool.query('SELECT id, patient_id FROM appointments WHERE reference = $1', [
      reference,
    ])
    return { id: rows[0].id as string, patientId: rows[0].patient_id as string, reference }
  }
  const change = (id: string, body: object) =>
    clinic.call('PATCH', `/api/appointments/${id}`, body, admin.bearer)
  const askForCode = (emrId: string) => clinic.call('POST', '/api/send-otp/email', { emrId, location: 'fct' })

  const adas = await booked('10:00', { complaint: 'painmarker', description: 'painmarker' }, ada.id)
  const adasCancelled = await booked('10:30', { description: 'painmarker' }, ada.id)
  const chidis = await booked('11:00', { description: 'toothmarker' }, chidi.id)
  const zoes = await booked('12:00', {
    surname: 'Zoemarker',
    other_names: 'Visitormarker',
    email: 'Zoe.Marker@example.com',
    phone_number: '0806 555 0199',
    description: 'gummarker',
    guardian: 'Aunt Guardmarker',
    consent: '2026-11-22',
  })
  await change(adasCancelled.id, { status: 'cancelled', reason: 'excusemarker' })
  await askForCode('PM-ADA-1')
  await askForCode('PM-CHIDI-1')

  const { log } = capturedLog()
  const transport = mailTransport({ mailFrom: 'desk@example.com', dataDir: folder, log })
  const sms = smsTransport({ dataDir: folder, log })
  const now = () => clinic.clock.now
  const origin = () => 'https://book.example.com'
  const { smsOn } = sendingLimits({ pool, clinic: clinicConfig, limits: false })
  const parts = { pool, clinic: clinicConfig, transport, sms, smsOn, log, origin, now }
  const handlers: Record<string, (job: never) => Promise<string>> = {
    'confirmation-mail': confirmationJob({ ...parts, announce: () => {} }),
    'cancellation-mail': cancellationJob(parts),
    'one-time-code': oneTimeCodeJob({
      pool,
      clinic: clinicConfig,
      mail: transport,
      sms,
      host: null,
      log,
      limits: false,
      now,
    }),
  }

  return {
    ...clinic,
    pool,
    folder,
    outbox,
    admin,
    people: { ada, chidi, zoe: { id: zoes.patientId } },
    appointments: { adas, adasCancelled, chidis, zoes },
    booked,
    askForCode,
    /** Sends waiting messages into the outbox, as the worker would. */
    async sendAll() {
      const { rows } = await pool.query(
        `SELECT id, name, data FROM pgboss.job WHERE state = 'created' ORDER BY id`,
      )
      for (const { id, name, data } of rows) {
        const outcome = await handlers[name]?.({ ...data, id, attempt: 1 } as never)
        await pool.query(
          `UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = $2 WHERE id = $1`,
          [id, { outcome }],
        )
      }
    },
    /** The decoded messages of the outbox. */
    async messages(): Promise<string[]> {
      const files = await readdir(outbox)
      return Promise.all(files.sort().map((file) => readFile(path.join(outbox, file), 'utf8')))
    },
  }
}

/** Rows of any table that contain one of these words, in lower case. */
export async function rowsWith(pool: KnownPeople['pool'], words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await allTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT lower(to_jsonb(t)::text) AS row FROM ${table} t ORDER BY 1`,
    )
    for (const { row } of rows) {
      if (words.some((word) => row.includes(word.toLowerCase()))) found.push(`${table} ${row}`)
    }
  }
  return found
}

/** Our tables and the job queue's; a partitioned one once, by its parent. */
export async function allTables(pool: KnownPeople['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
