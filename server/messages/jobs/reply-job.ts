import type { Pool } from 'pg'
import type { Answer } from '../../../domain/reply-answers.ts'
import { type Job, type JobKind, type JobOutcome, jobsFrom } from '../../platform/queue/job.ts'
import { type SendParts, sendAbout } from '../send/send.ts'
import { answerSmsText } from '../sms/appointment.ts'

export type ReplyData = { kind: 'reply'; appointmentId: string; answer: Answer }

/** Answers to what patients wrote by SMS. */
export const REPLY: JobKind<ReplyData> = {
  queue: { name: 'sms-reply' },
  kind: 'reply',
  // Two hours: after that the patient looks elsewhere.
  retry: { limit: 30, delaySeconds: 10, delayMaxSeconds: 300 },
  name: 'answer to an SMS',
  advice: 'call the patient',
  ids: ({ appointmentId }) => ({ appointment: appointmentId }),
}

/** Queues the answer to a patient's SMS about an appointment. */
export async function queueReply(
  db: Pick<Pool, 'query'>,
  appointmentId: string,
  answer: Answer,
): Promise<void> {
  const data = `jsonb_build_object('kind', 'reply', 'appointmentId', id, 'answer', answer)`
  await db.query(jobsFrom('(SELECT $1::text AS id, $2::text AS answer) AS reply', REPLY, data), [
    appointmentId,
    answer,
  ])
}

/** Answers with the appointment's own link. */
const WITH_LINK: readonly Answer[] = ['cancelled', 'changed']

/** Answers an SMS of a patient, by SMS also where they have an email address, and at any hour: they have just written. */
export function replyJob(parts: SendParts): (job: Job<ReplyData>) => Promise<JobOutcome> {
  return ({ id, appointmentId, attempt, answer }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: REPLY.name,
      kind: 'reply',
      step: answer,
      by: ['sms'],
      isFor: () => true,
      compose: {
        mail: () => {
          throw new Error('an SMS is answered by SMS')
        },
        sms: (facts) => answerSmsText(facts, answer),
      },
      hasLink: () => WITH_LINK.includes(answer),
    })
}
