import { NOT_CONFIRMED_WITHIN_MS } from '../../platform/queue/index.ts'
import type { MailOutcome, SeriesJob } from '../../platform/queue/start.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { seriesMail } from '../mail/series.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import { loadVisit, type StoredFacts } from '../send/visit-facts.ts'
import { bookedSmsText, seriesSmsText } from '../sms/appointment.ts'

/**
 * Tells a patient of all visits of a series by one message. Left out is what was cancelled, or told otherwise, meanwhile; what was
 * moved is left to that change's job.
 */
export function seriesJob(parts: SendParts): (job: SeriesJob) => Promise<MailOutcome> {
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
      name: 'confirmation of a series',
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
