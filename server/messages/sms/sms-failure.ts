import { NotSent } from '../../platform/process/failure.ts'

/** The request never reached the gateway. */
const NEVER_BEGUN = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** A failure worth a retry. Its message has codes only: no number, no text, no key. */
export class SmsNotSent extends NotSent {
  override name = 'SmsNotSent'
  /** The gateway gave no answer, so it may have sent the SMS. */
  readonly maybeSent: boolean

  constructor(words: string, { maybeSent }: { maybeSent: boolean }) {
    super(`sms not sent: ${words}`)
    this.maybeSent = maybeSent
  }
}

/** Drops the error itself, since its message may repeat the request. */
export function noAnswer(error: unknown): SmsNotSent {
  const { name, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  const words = typeof code === 'string' ? code : name
  return new SmsNotSent(words, { maybeSent: !NEVER_BEGUN.has(words) })
}

/** The gateway answered without accepting the SMS. */
export function notTaken(...words: readonly (string | number)[]): SmsNotSent {
  return new SmsNotSent(words.join(' '), { maybeSent: false })
}
