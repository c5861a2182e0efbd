import { oneLine } from '../../platform/text/text.ts'
import type { Texts } from '../../platform/text/texts.ts'

type Facts = {
  clinicName: string
  code: string
  /** Lifetime of the code, from when it was requested. */
  minutes: number
  /** Host name of the page; null when no address is set. */
  host: string | null
  texts: Texts
}

/**
 * The SMS with a one-time code omits the name, since others may read the phone. Lengths by language:
 * docs/sms-lengths.md. The last line is for machines: phones that know the format offer the code only at that
 * host (WICG, 'Origin-bound one-time codes delivered via SMS').
 */
export function codeSmsText({ clinicName, code, minutes, host, texts }: Facts): string {
  const words = texts.say('sms.code', { code, clinic: oneLine(clinicName), count: minutes })
  return host === null ? words : `${words}\n\n@${host} #${code}`
}
