import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'
import { htmlMail, sentence } from './html.ts'
import type { Mail } from './transport.ts'

type Facts = {
  /** The old address. */
  email: string
  firstName: string
  /** In one line. */
  clinicName: string
  /** The clinic's, where it has one. */
  phone: string | undefined
  texts: Texts
}

/** Notifies the old address that the desk has replaced it. */
export function contactChangedMail({ email, firstName, clinicName, phone, texts }: Facts): Mail {
  const { say } = texts
  return {
    to: email,
    subject: say('contact.subject', { clinic: clinicName }),
    ...htmlMail({
      language: texts.language,
      clinicName,
      greeting: say('mail.greeting', { name: oneLine(firstName) }),
      lead: say('contact.lead', { clinic: clinicName }),
      notes: [sentence(phone ? say('contact.advice', { phone }) : say('contact.adviceWithoutPhone'))],
    }),
  }
}
