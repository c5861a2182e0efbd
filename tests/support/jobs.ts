import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import pino, { type Logger } from 'pino'
import { type AccountMailData, accountMailJobsFrom } from '../../server/accounts/mails/queue.ts'
import { cancellationJobsFrom } from '../../server/messages/jobs/cancellation-job.ts'
import { confirmationJobsFrom } from '../../server/messages/jobs/confirmation-job.ts'
import { oneTimeCodeJobsFrom } from '../../server/patients/codes/queue.ts'
import type { Retry } from '../../server/platform/queue/job.ts'
import type { JobSettings } from '../../server/platform/queue/start.ts'

/** Stores a patient with an appointment as a booking would. */
export async function storeAppointment(
  client: Pick<Pool, 'query'>,
  {
    startsAt = new Date('2030-03-04T08:30:00Z'),
    status = 'open',
    email = 'ada.secret@example.com',
    cancelReason = null as string | null,
  } = {},
): Promise<string> {
  const [id, patientId] = [randomUUID(), randomUUID()]
  await client.query(
    `INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
     VALUES ($1, 'Adasecret', 'Obisecret', $2, '0803 123 4567', $2, '... Abuja')`,
    [patientId, email],
  )
  await client.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
       appointment_type, starts_at, ends_at, status, complaint, cancel_reason)
     VALUES ($1, $2, $3, 'fct-okafor', true, 'fct', 'Tooth Pain', 'consultation',
       $4, $4::timestamptz + interval '30 minutes', $5, 'secretcomplaint', $6)`,
    [id, id.slice(0, 8), patientId, startsAt, status, cancelReason],
  )
  return id
}

export function capturedLog(): { log: Logger; lines: string[]; text(): string } {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { log, lines, text: () => lines.join('') }
}

/** Commits or rolls back as requested. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query(end)
    return result
  } finally {
    client.release()
  }
}

export async function enqueueConfirmation(
  client: Pick<PoolClient, 'query'>,
  appointmentId: string,
  retry?: Retry,
): Promise<void> {
  await client.query(confirmationJobsFrom('(SELECT $1::uuid AS id) AS appointment', retry), [appointmentId])
}

export async function enqueueCancellation(
  client: Pick<PoolClient, 'query'>,
  appointmentId: string,
  retry?: Retry,
): Promise<void> {
  await client.query(cancellationJobsFrom('(SELECT $1::uuid AS id) AS appointment', retry && { retry }), [
    appointmentId,
  ])
}

export async function enqueueAccountMail(
  client: Pick<PoolClient, 'query'>,
  { kind, subjectId }: AccountMailData,
  retry?: Retry,
): Promise<void> {
  await client.query(accountMailJobsFrom('(SELECT $1::uuid AS id) AS subject', kind, retry), [subjectId])
}

export async function enqueueOneTimeCode(
  client: Pick<PoolClient, 'query'>,
  challengeId: string,
  retry?: Retry,
): Promise<void> {
  await client.query(oneTimeCodeJobsFrom('(SELECT $1::uuid AS id) AS challenge', retry), [challengeId])
}

/** Parts for tests of handlers: nothing else is done. */
export const idle = {
  handlers: [],
  undelivered: async () => {},
  sweep: async () => {},
  housekeeping: async () => {},
} satisfies Partial<JobSettings>
