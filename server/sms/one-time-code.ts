import { oneLine } from '../mail/text.ts'

type Facts = {
  clinicName: string
  /** Six digits. */
  code: string
  /** For which the code is good, from when it was asked for. */
  minutes: number
  /** Host name of the page; null where nobody set its address. */
  host: string | null
}

/**
 * The text of the SMS with a one-time code, without a name: others may read the phone. It fits one SMS where the
 * clinic's name and the host are no longer than usual.
 *
 * The last line is for machines: a phone that knows it offers the code at that host and nowhere else
 * (WICG, 'Origin-bound one-time codes delivered via SMS').
 */
export function codeSmsText({ clinicName, code, minutes, host }: Facts): string {
  const words = `${code} is your code for ${oneLine(clinicName)}, good for ${minutes} minutes. Nobody of the clinic will ask you for it.`
  return host === null ? words : `${words}\n\n@${host} #${code}`
}
