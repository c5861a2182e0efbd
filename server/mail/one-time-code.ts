import { bdi, htmlPage, paragraph, plainText } from './page.ts'
import { oneLine } from './text.ts'
import type { Mail } from './transport.ts'

type Facts = {
  to: string
  /** The one name in it: mails are read on lent phones and shared screens. */
  firstName: string
  clinicName: string
  /** Six digits. */
  code: string
  /** For which the code is good, from when it was asked for. */
  minutes: number
}

/**
 * The mail with a one-time code. The code stands in the first line, where a phone's notification shows it, and not in
 * the subject, which lists of mails show to whoever looks.
 */
export function codeMail({ to, firstName, clinicName: given, code, minutes }: Facts): Mail {
  const clinicName = oneLine(given)
  const news = `${code} is your code for ${clinicName}.`
  const greeting = `Hello ${oneLine(firstName)},`
  const words = `enter it on the page that asked for it. It works once, for ${minutes} minutes from when you asked.`
  const advice = 'Nobody of the clinic will ask you for it. If you did not ask for a code, ignore this mail.'
  return {
    to,
    subject: `Your code, ${clinicName}`,
    text: plainText([news, '', greeting, '', words, '', advice, '', clinicName]),
    html: htmlPage(clinicName, [
      `<p><strong style="font-size:24px">${code}</strong> is your code for ${bdi(clinicName)}.</p>`,
      `<p>${bdi(greeting)}</p>`,
      paragraph(words),
      paragraph(advice),
      paragraph(clinicName),
    ]),
  }
}
