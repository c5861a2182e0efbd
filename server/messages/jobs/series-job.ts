import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { seriesMail } from '../mail/series.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { loadVisit, type StoredFacts } from '../send/visit-facts.ts'
import { bookedSmsText, seriesSmsText } from '../sms/appointment.ts'
import { CHANGE_NOTICE_QUEUE, NOT_CONFIRMED_WITHIN_MS } from './change-notice-job.ts'

/**
 * Appointments of a series, in one message: `appointmentId` and `others`, in the order of booking. `series`: its id.
 */
export type SeriesData = {
  kind: 'series'
  appointmentId: string
  others: string[]
  due: string
  series: string
}

export const SERIES: JobKind<SeriesData> = {
  queue: CHANGE_NOTICE_QUEUE,
  kind: 'series',
  retry: TWO_DAYS_RETRY,
  name: 'confirmation of a series',
  advice: 'tell the patient another way',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/**
 * SQL parts that queue one confirmation of a series: each booking adds its appointment to the waiting job, and the
 * first one makes it.
 * @param source constant SQL, with the columns `id`, of the appointment just booked, `series`, and `due`
 */
export function seriesJobParts(source: string): { added: string; made: string } {
  const data = `jsonb_build_object('kind', 'series', 'appointmentId', id, 'others', '[]'::jsonb, 'due', due, 'series', series)`
  return {
    added: `UPDATE pgboss.job SET start_after = booked.due, data = job.data
        || jsonb_build_object('due', booked.due, 'others', (job.data -> 'others') || to_jsonb(booked.id))
      FROM ${source} AS booked
      WHERE job.name = '${SERIES.queue.name}' AND job.state = 'created' AND job.data ->> 'series' = booked.series
      RETURNING job.id`,
    made: jobsFrom(
      `(SELECT * FROM ${source} AS booked WHERE NOT EXISTS (SELECT FROM added)) AS booked`,
      SERIES,
      data,
      { due: 'due' },
    ),
  }
}

/**
 * Notifies a patient of all appointments of a series by one message. Left out are those cancelled or otherwise
 * announced meanwhile; a moved one is left to its change notice.
 */
export function seriesJob(parts: SendParts): (job: Job<SeriesData>) => Promise<JobOutcome> {
  const { pool, now = () => new Date() } = parts
  return async ({ id, appointmentId, others, attempt }) => {
    const isFor = (facts: StoredFacts, at: Date) =>
      facts.status !== 'cancelled' &&
      facts.reachable &&
      facts.told === null &&
      facts.tellAt === null &&
      facts.appointment.startsAt.getTime() - at.getTime() >= NOT_CONFIRMED_WITHIN_MS
    const visits: StoredFacts[] = []
    for (const each of [appointmentId, ...others]) {
      const facts = await loadVisit(pool, each)
      if (facts && isFor(facts, now())) visits.push(facts)
    }
    visits.sort((one, other) => Number(one.appointment.startsAt) - Number(other.appointment.startsAt))
    const [first, ...rest] = visits
    return sendAbout(parts, {
      appointmentId: first?.appointment.id ?? appointmentId,
      messageId: id,
      attempt,
      name: SERIES.name,
      kind: 'booked',
      isFor,
      isTold: true,
      others: rest,
      hasLink: whileItCanChange(parts.clinic.booking),
      compose:
        rest.length > 0
          ? {
              mail: (facts, at) => seriesMail(facts, facts.others ?? [], at),
              sms: (facts) => seriesSmsText(facts, facts.others ?? []),
            }
          : { mail: confirmationMail, sms: bookedSmsText },
    })
  }
}
