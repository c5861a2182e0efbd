/** Failures of the connection, as Nodemailer and Node name them. */
const AWAY = /^E(?:CONN|SOCKET$|TIMEDOUT$|DNS$|HOSTUNREACH$|NETUNREACH$)/
/** How the reason begins of a mail that found no server. */
export const MAIL_SERVER_AWAY = 'mail server away'

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** A failure worth a retry. Its message has codes only: no address, no server answer. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** Whether nobody answered, so that it says nothing about this mail. */
  readonly isAway: boolean

  constructor(message: string, { isAway = false } = {}) {
    super(message)
    this.isAway = isAway
  }
}

/**
 * 'refused' when the server will never accept this mail, otherwise the error to retry after. Refused is a 5xx
 * answer to the recipient or to the message itself. A 5xx at sign-in or for our own sender, and policy
 * answers such as 'relaying denied' (5.7.x), come from a wrong setting of the clinic: they are retried, so
 * that no confirmation is lost while someone corrects it. Nodemailer's own error is dropped, since it repeats
 * the address.
 */
export function smtpFailure(error: unknown): 'refused' | MailNotSent {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError
  const final = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA'
  if (final && aboutThisMail && !isPolicy(response)) return 'refused'
  const words = [code, command, responseCode].filter((word) => ['string', 'number'].includes(typeof word))
  const isAway = typeof code === 'string' && AWAY.test(code)
  return new MailNotSent(
    `${isAway ? MAIL_SERVER_AWAY : 'mail not sent'}: ${words.join(' ') || 'unknown failure'}`,
    { isAway },
  )
}

/** Enhanced status codes (RFC 3463) of the class 'security or policy'. */
function isPolicy(response: unknown): boolean {
  return typeof response === 'string' && /^\d{3}[ -]5\.7\.\d/.test(response)
}
