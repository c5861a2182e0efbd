import type { Texts } from '../texts/texts.ts'
import { bdi, htmlPage, paragraph, plainText } from './page.ts'
import { oneLine } from './text.ts'
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
  const { say, sayHtml } = texts
  const lead = say('code.lead', { code, clinic: clinicName })
  const boldCode = `<strong style="font-size:24px">${code}</strong>`
  const greeting = say('mail.greeting', { name: oneLine(firstName) })
  const use = say('code.use', { count: minutes })
  const advice = say('code.advice')
  return {
    to,
    subject: say('code.subject', { clinic: clinicName }),
    text: plainText([lead, '', greeting, '', use, '', advice, '', clinicName]),
    html: htmlPage(
      clinicName,
      [
        `<p>${sayHtml('code.lead', { code: boldCode, clinic: bdi(clinicName) })}</p>`,
        `<p>${bdi(greeting)}</p>`,
        paragraph(use),
        paragraph(advice),
        paragraph(clinicName),
      ],
      texts.language,
    ),
  }
}
