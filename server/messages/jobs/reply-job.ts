import type { Answer } from '../../../domain/reply-answers.ts'
import type { MailOutcome, ReplyJob } from '../../platform/queue/start.ts'
import { type SendParts, sendAbout } from '../send/send.ts'
import { answerSmsText } from '../sms/reply.ts'

/** Those that bring the visit's own link. */
const WITH_LINK: readonly Answer[] = ['cancelled', 'changed']

/** Answers an SMS of a patient, by SMS also where they have an email address, and at any hour: they have just written. */
export function replyJob(parts: SendParts): (job: ReplyJob) => Promise<MailOutcome> {
  return ({ id, appointmentId, attempt, answer }) =>
    sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'answer to an SMS',
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
