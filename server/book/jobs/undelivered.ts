import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { settleMessage } from '../../messages/send/repository.ts'
import type { MailData } from '../../platform/queue/mail-labels.ts'
import { addTodo, addUntold } from '../todo/repository.ts'
import { callInstead } from '../waiting-list/calls.ts'

/**
 * Notes that a message was given up, or refused for good, and lists its patient to be called where it was one that they
 * need. A visitor's own booking is one only where the clinic sends no SMS: else nothing is known to be wrong with the clinic,
 * and whoever types invented numbers would fill the list.
 * An offer of a free time that no message brings is told by the desk.
 * @returns what hears of each. `jobId`: of the job that was given up, which is the message's too
 */
export function noteUndelivered(
  pool: Pool,
  moment: { clinic: Clinic; now: () => Date },
): (data: MailData, jobId: string | null) => Promise<void> {
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
