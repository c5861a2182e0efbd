import type { MailOutcome, ReplyJob } from '../jobs/start.ts'
import { contactOf, type SendParts, sendAbout } from '../messages/send.ts'
import { loadVisit } from '../messages/visit-facts.ts'
import { answerSmsText } from '../sms/reply.ts'
import { mintVisitLink, visitLinkAddress } from '../visit-links/store.ts'

/** Answers an SMS of a patient, by SMS also where they have an email address. */
export function replyJob({
  origin,
  ...parts
}: SendParts & { origin: () => string }): (job: ReplyJob) => Promise<MailOutcome> {
  const { pool, clinic, now = () => new Date() } = parts
  return async ({ id, appointmentId, attempt, answer }) => {
    const visit = await loadVisit(pool, appointmentId)
    const contact = visit && contactOf({ ...visit.patient, email: '' }, clinic.country)
    const token = contact
      ? await mintVisitLink(pool, { appointmentId, messageId: id, contactKey: contact.key, now: now() })
      : ''
    const links = {
      visit: visitLinkAddress(origin(), token, 'sms'),
      booking: `${origin()}/book-appointment`,
    }
    return sendAbout(parts, {
      appointmentId,
      messageId: id,
      attempt,
      name: 'answer to an SMS',
      kind: 'reply',
      step: answer,
      isFor: () => true,
      compose: {
        mail: () => {
          throw new Error('an SMS is answered by SMS')
        },
        sms: (facts) => answerSmsText(facts, answer, links),
      },
      bySms: true,
    })
  }
}
