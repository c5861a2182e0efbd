/** Errors of a request that did not even begin. */
const NEVER_BEGUN = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** An SMS could not be sent now and may be sent later. Its message has codes only: no number, no text, no key. */
export class SmsNotSent extends Error {
  override name = 'SmsNotSent'
  /** The gateway may have taken it all the same: it gave no answer. */
  readonly maybeSent: boolean

  constructor(words: string, { maybeSent }: { maybeSent: boolean }) {
    super(`sms not sent: ${words}`)
    this.maybeSent = maybeSent
  }
}

/** What a request means that got no answer; the error itself is dropped, since it may repeat what was asked. */
export function noAnswer(error: unknown): SmsNotSent {
  const { name, cause } = error as Error
  const code = (cause as { code?: unknown } | undefined)?.code
  const words = typeof code === 'string' ? code : name
  return new SmsNotSent(words, { maybeSent: !NEVER_BEGUN.has(words) })
}

/** The gateway answered, and not that it took the SMS. */
export function notTaken(...words: readonly (string | number)[]): SmsNotSent {
  return new SmsNotSent(words.join(' '), { maybeSent: false })
}
