import { NotSent } from '../../platform/process/failure.ts'

/** Failures of the connection, as Nodemailer and Node name them. */
const AWAY = /^E(?:CONN|SOCKET$|TIMEDOUT$|DNS$|HOSTUNREACH$|NETUNREACH$)/
/** Beginning of the reason of a mail that found no server. */
export const MAIL_SERVER_AWAY = 'mail server away'

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** A failure worth a retry. Its message has codes only: no address, no server answer. */
export class MailNotSent extends NotSent {
  override name = 'MailNotSent'
  /** Whether no server answered, so that the failure says nothing about this mail. */
  readonly isAway: boolean

  constructor(message: string, { isAway = false } = {}) {
    super(message)
    this.isAway = isAway
  }
}

/**
 * The failures that are final for an address, by enhanced status code (RFC 3463, RFC 7505): no such mailbox, no such domain,
 * a malformed or ambiguous address, a mailbox that has moved, a domain without mail; a disabled mailbox, a full one. Others of
 * 5.1 are about the sender (5.1.7, 5.1.8, and 5.1.90, a provider's daily limit), or say nothing (5.1.0).
 */
const FINAL_CODES = ['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.2.2']
/** Codes that leave the reason to the words. */
const VAGUE_CODES = ['5.0.0', '5.1.0']
/** At the start of each line of an answer, or after '#', as qmail and Cisco write them. */
const ENHANCED_CODE = /(?:^\d{3}[ -]|#)([245]\.\d{1,3}\.\d{1,3})(?![\d.])/gm

/** Texts of servers without a telling code for a mailbox that isn't there. */
const UNKNOWN_USER = [
  /\b(?:unknown|no such|invalid|non-?existent) (?:local )?(?:user|recipient|mailbox|address)\b/i,
  /\b(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found|does(?: not|n't) exist)\b/i,
  /\bno mailbox here by that name\b/i,
  /\buser doesn't have an? \S+ account\b/i,
]
/** Words that make such an answer one about the sender, the content or a limit. */
const NOT_THE_ADDRESS =
  /sender|\bfrom\b|\breturn|relay|\bauth|verif|spam|block|polic|\blisted|quota|limit|suspend|expired|disabled|denied|temporar/i
/** Words that make even a final code one about how much is sent, which is over in a while. */
const TOO_MUCH =
  /\b(?:sending|daily|hourly) (?:\w+ )?(?:limit|quota)|\bat a rate\b|\brate limit|\btoo (?:quickly|fast|often)\b/i

/**
 * 'refused' when this address will never take a mail, otherwise the error to retry after. Everything that is not known to be
 * final for the address may come from a wrong setting, an account that is over its limit, or a filter: it is retried, so that no
 * message is lost while someone corrects it. Nodemailer's own error is dropped, since it repeats the address.
 */
export function smtpFailure(error: unknown): 'refused' | MailNotSent {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  const answer = typeof response === 'string' ? response : ''
  const enhanced = [...new Set([...answer.matchAll(ENHANCED_CODE)].map(([, each = '']) => each))]
  if (isPermanent && isAboutThisMail && isFinal(answer, enhanced)) return 'refused'
  const words = [code, command, responseCode].filter((word) => ['string', 'number'].includes(typeof word))
  const isAway = typeof code === 'string' && AWAY.test(code)
  return new MailNotSent(
    `${isAway ? MAIL_SERVER_AWAY : 'mail not sent'}: ${[...words, ...enhanced].join(' ') || 'unknown failure'}`,
    { isAway },
  )
}

function isFinal(answer: string, enhanced: readonly string[]): boolean {
  // The address itself may have any of the words in it.
  const words = answer.replace(/<[^>]*>|\S+@\S+/g, ' ').replace(/\s+/g, ' ')
  if (TOO_MUCH.test(words)) return false
  const telling = enhanced.filter((code) => !VAGUE_CODES.includes(code))
  if (telling.length > 0) return telling.every((code) => FINAL_CODES.includes(code))
  return UNKNOWN_USER.some((pattern) => pattern.test(words)) && !NOT_THE_ADDRESS.test(words)
}
