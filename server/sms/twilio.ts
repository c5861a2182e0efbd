import { askGateway } from './ask-gateway.ts'
import type { SmsGateway } from './gateway-url.ts'
import type { Sms } from './sms.ts'
import { notTaken } from './sms-failure.ts'

/** Permanent failures: invalid number, unreachable, opted out, no route, no mobile number. */
const NEVER = [21211, 21214, 21610, 21612, 21614]

/**
 * Twilio, 'Create a Message': POST to the account's Messages with HTTP Basic authentication; 201 means
 * accepted. A refusal has Twilio's own `code`; one that is not about the number (a wrong token or sender, a
 * country not enabled, too many requests) is for the clinic to fix, so a retry may work.
 */
export async function sendByTwilio(
  { origin, user, secret, from }: SmsGateway,
  { to, text }: Sms,
  timeoutMs: number,
): Promise<'sent' | 'refused'> {
  const { status, answer } = await askGateway({
    url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`,
    headers: { Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
    form: { To: to, From: from ?? '', Body: text },
    timeoutMs,
  })
  if (status === 201) return 'sent'
  const code = typeof answer.code === 'number' ? answer.code : 0
  if (status === 400 && NEVER.includes(code)) return 'refused'
  throw notTaken('HTTP', status, ...(code === 0 ? [] : ['code', code]))
}
