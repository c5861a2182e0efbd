import { oneLine } from '../mail/text.ts'
import type { Texts } from '../texts/texts.ts'

type Facts = {
  clinicName: string
  /** Six digits. */
  code: string
  /** For which the code is good, from when it was asked for. */
  minutes: number
  /** Host name of the page; null where nobody set its address. */
  host: string | null
  /** The words of the language that was asked for. */
  texts: Texts
}

/**
 * The text of the SMS with a one-time code, without a name: others may read the phone. How many messages it takes
 * in each language: docs/sms-lengths.md.
 *
 * The last line is for machines: a phone that knows it offers the code at that host and nowhere else
 * (WICG, 'Origin-bound one-time codes delivered via SMS').
 */
export function codeSmsText({ clinicName, code, minutes, host, texts }: Facts): string {
  const words = texts.say('sms.code', { code, clinic: oneLine(clinicName), count: minutes })
  return host === null ? words : `${words}\n\n@${host} #${code}`
}
