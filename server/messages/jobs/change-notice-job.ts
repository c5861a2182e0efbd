import { clinicDate } from '../../../domain/clinic-time.ts'
import {
  type Job,
  type JobKind,
  type JobOutcome,
  jobsFrom,
  type Queue,
  TWO_DAYS_RETRY,
} from '../../platform/queue/job.ts'
import { confirmationMail } from '../mail/confirmation.ts'
import { movedMail } from '../mail/moved.ts'
import { type SendParts, sendAbout, whileItCanChange } from '../send/send.ts'
import type { StoredFacts } from '../send/visit-facts.ts'
import { bookedSmsText, movedSmsText } from '../sms/appointment.ts'

/** Delay of a change notice after the last change, in milliseconds: a change undone in time needs no message. */
export const TELL_AFTER_MS = 60_000
/** Time before an appointment within which a booking at the desk needs no confirmation, in milliseconds. */
export const NOT_CONFIRMED_WITHIN_MS = 2 * 3_600_000

/** Change notices, confirmations of series, and notes of the desk. */
export const CHANGE_NOTICE_QUEUE: Queue = { name: 'appointment-told', urgency: 'change' }

/** `due`: when it was to be sent; a later change has a job of its own. */
export type ChangeNoticeData = { kind: 'told'; appointmentId: string; due: string }

/** Changes of an appointment since its patient last had a message. */
export const CHANGE_NOTICE: JobKind<ChangeNoticeData> = {
  queue: CHANGE_NOTICE_QUEUE,
  kind: 'told',
  retry: TWO_DAYS_RETRY,
  name: 'note of a changed appointment',
  advice: 'call the patient',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** SQL that queues change notices (`jobsFrom`). @param due constant SQL: when, as `tell_at` has it */
export function changeNoticeJobsFrom(source: string, due: string): string {
  const data = `jsonb_build_object('kind', 'told', 'appointmentId', id::text, 'due', ${due})`
  return jobsFrom(source, CHANGE_NOTICE, data, { due })
}

/**
 * Notifies a patient of the changes to their appointment since the last message: that it is booked, or moved, and of
 * nothing they know already. A later change is left to its own job, and a cancellation to its own mail.
 */
export function changeNoticeJob(parts: SendParts): (job: Job<ChangeNoticeData>) => Promise<JobOutcome> {
  const { timeZone } = parts.clinic
  return ({ id, appointmentId, attempt, due }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: CHANGE_NOTICE.name,
      kind: ({ told }) => (told ? 'moved' : 'booked'),
      isFor(facts, now) {
        if (facts.status === 'cancelled' || !facts.reachable || facts.isWaiting) return false
        if (facts.tellAt !== null && facts.tellAt > new Date(due)) return false
        return facts.told === null ? needsConfirmation(facts, now, timeZone) : facts.before !== null
      },
      compose: {
        mail: (facts, now) =>
          facts.before ? movedMail(facts, facts.before, now) : confirmationMail(facts, now),
        sms: (facts) => (facts.before ? movedSmsText(facts, facts.before) : bookedSmsText(facts)),
      },
      isTold: true,
      hasLink: whileItCanChange(parts.clinic.booking),
    })
}

/** Not for a patient at the desk. */
function needsConfirmation({ appointment, channel }: StoredFacts, now: Date, timeZone: string): boolean {
  const { startsAt } = appointment
  if (startsAt.getTime() - now.getTime() < NOT_CONFIRMED_WITHIN_MS) return false
  return channel !== 'walk_in' || clinicDate(startsAt, timeZone) !== clinicDate(now, timeZone)
}
