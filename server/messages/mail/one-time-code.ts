import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'
import { htmlMail, sentence } from './html.ts'
import type { Mail } from './transport.ts'

type Facts = {
  to: string
  /** The only name in it: mails are read on lent phones and shared screens. */
  firstName: string
  clinicName: string
  code: string
  /** Lifetime of the code, from when it was requested. */
  minutes: number
  texts: Texts
}

/**
 * The mail with a one-time code. The code is in the first line, where a phone's notification shows it, and
 * not in the subject, which mail lists show to bystanders.
 */
export function codeMail({ to, firstName, clinicName: given, code, minutes, texts }: Facts): Mail {
  const clinicName = oneLine(given)
  const { say } = texts
  return {
    to,
    subject: say('code.subject', { clinic: clinicName }),
    ...htmlMail({
      language: texts.language,
      clinicName,
      first: say('code.lead', { code, clinic: clinicName }),
      greeting: say('mail.greeting', { name: oneLine(firstName) }),
      lead: say('code.use', { count: minutes }),
      card: { big: code, kind: 'code', rows: [] },
      notes: [sentence(say('code.advice'))],
    }),
  }
}
