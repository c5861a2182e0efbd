import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import type { AccountMailData, AlarmMailData } from '../../accounts/mails/queue.ts'
import type { CancellationData } from '../../messages/jobs/cancellation-job.ts'
import type { ChangeNoticeData } from '../../messages/jobs/change-notice-job.ts'
import type { ConfirmationData } from '../../messages/jobs/confirmation-job.ts'
import type { ContactChangedData } from '../../messages/jobs/contact-changed-job.ts'
import type { ReminderData } from '../../messages/jobs/reminder-job.ts'
import type { ReplyData } from '../../messages/jobs/reply-job.ts'
import type { SeriesData } from '../../messages/jobs/series-job.ts'
import type { VisitNoteData } from '../../messages/jobs/visit-note-job.ts'
import { settleMessage } from '../../messages/send/repository.ts'
import type { OneTimeCodeData } from '../../patients/codes/queue.ts'
import { addTodo, addUntold } from '../todo/repository.ts'
import { callInstead } from '../waiting-list/calls.ts'
import type { OfferData, RecallData } from '../waiting-list/queue.ts'

type UndeliveredData =
  | ConfirmationData
  | CancellationData
  | ChangeNoticeData
  | SeriesData
  | VisitNoteData
  | ReplyData
  | ReminderData
  | OfferData
  | RecallData
  | AccountMailData
  | AlarmMailData
  | ContactChangedData
  | OneTimeCodeData

/**
 * Notes that a message was given up, or refused for good, and lists its patient to be called where they need it. A
 * visitor's own booking is listed only where the clinic sends no SMS: else the contact is at fault, and invented
 * numbers would fill the list. An offer that no message brings is made by the desk.
 * @returns the callback for each. `jobId`: of the job that was given up, which is the message's too
 */
export function noteUndelivered(
  pool: Pool,
  moment: { clinic: Clinic; now: () => Date },
): (data: UndeliveredData, jobId: string | null) => Promise<void> {
  return async (data, jobId) => {
    if (jobId !== null && 'appointmentId' in data) await settleMessage(pool, jobId, 'given_up')
    if (!('kind' in data)) {
      if ('appointmentId' in data && (await hadNoGateway(pool, jobId)))
        await addUntold(pool, data.appointmentId)
      return
    }
    switch (data.kind) {
      case 'cancellation':
        return addTodo(pool, 'cancellation_not_sent', data.appointmentId)
      case 'told':
      case 'series':
        return addUntold(pool, data.appointmentId)
      case 'note':
      case 'reply':
        return addTodo(pool, 'message_not_sent', data.appointmentId)
      case 'reminder':
        return addTodo(pool, 'reminder_not_sent', data.appointmentId)
      case 'offer':
        return callInstead(pool, data.offerId, { clinic: moment.clinic, now: moment.now() })
    }
  }
}

async function hadNoGateway(pool: Pool, id: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM messages WHERE id = $1 AND state = 'no_gateway'`, [id])
  return rowCount === 1
}
