import clinicConfig from '../../../clinic.config.ts'
import type { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import type { Job } from '../../platform/queue/job.ts'
import type { Mail } from '../mail/transport.ts'
import { cancellationJob } from './cancellation-job.ts'
import { type ChangeNoticeData, changeNoticeJob } from './change-notice-job.ts'
import { confirmationJob } from './confirmation-job.ts'
import { type SeriesData, seriesJob } from './series-job.ts'

type Clinic = Pick<Awaited<ReturnType<typeof startClinic>>, 'database' | 'clock'>

/** Runs the due jobs, in order, once. @returns the sent messages: subjects and texts of mails, and SMS */
export async function deliverDue({
  database: { pool },
  clock,
}: Clinic): Promise<{ mails: Mail[]; sms: string[]; outcomes: string[] }> {
  const now = () => clock.now
  const [mails, sms, outcomes]: [Mail[], string[], string[]] = [[], [], []]
  const parts = {
    pool,
    clinic: clinicConfig,
    transport: {
      sender: { name: '', address: 'desk@example.com' },
      send: async (mail: Mail) => {
        mails.push(mail)
        return 'sent' as const
      },
      close: () => {},
    },
    sms: {
      way: 'gateway' as const,
      send: async ({ text }: { text: string }) => {
        sms.push(text)
        return 'sent' as const
      },
    },
    smsOn: () => ({ take: async () => true, giveBack: async () => {} }),
    log: capturedLog().log,
    origin: () => 'https://book.example.com',
    now,
  }
  const handlers = {
    'confirmation-mail': confirmationJob({ ...parts, announce: () => {} }),
    'cancellation-mail': cancellationJob(parts),
    'appointment-told': (job: Job<ChangeNoticeData | SeriesData>) =>
      job.kind === 'series' ? seriesJob(parts)(job) : changeNoticeJob(parts)(job),
  }
  const { rows } = await pool.query(
    `DELETE FROM pgboss.job WHERE name = ANY ($1) AND (name <> 'appointment-told' OR start_after <= $2)
     RETURNING id, name, data, created_on`,
    [Object.keys(handlers), now()],
  )
  for (const { id, name, data } of rows.toSorted((one, other) => one.created_on - other.created_on)) {
    outcomes.push(await handlers[name as keyof typeof handlers]({ ...data, id, attempt: 1 }))
  }
  return { mails, sms, outcomes }
}
