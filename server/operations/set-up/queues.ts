import { ACCOUNT_MAIL_QUEUE } from '../../accounts/mails/queue.ts'
import { WAITING_LIST_QUEUE } from '../../book/waiting-list/queue.ts'
import { CANCELLATION } from '../../messages/jobs/cancellation-job.ts'
import { CHANGE_NOTICE_QUEUE } from '../../messages/jobs/change-notice-job.ts'
import { CONFIRMATION } from '../../messages/jobs/confirmation-job.ts'
import { REMINDER } from '../../messages/jobs/reminder-job.ts'
import { REPLY } from '../../messages/jobs/reply-job.ts'
import { ONE_TIME_CODE } from '../../patients/codes/queue.ts'
import type { Queue } from '../../platform/queue/job.ts'

/** Every queue that is created with the tables. `server/jobs.ts` has the handlers of their jobs. */
export const QUEUES: readonly Queue[] = [
  CONFIRMATION.queue,
  CANCELLATION.queue,
  CHANGE_NOTICE_QUEUE,
  REMINDER.queue,
  REPLY.queue,
  WAITING_LIST_QUEUE,
  ACCOUNT_MAIL_QUEUE,
  ONE_TIME_CODE.queue,
]
