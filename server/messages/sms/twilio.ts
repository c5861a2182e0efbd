import type { SmsGateway } from '../../platform/config/gateway-url.ts'
import { askGateway } from './ask-gateway.ts'
import type { Sms } from './sms.ts'
import { notTaken } from './sms-failure.ts'

/**
 * Codes that are final for a number: it is invalid, has opted out, is no mobile number, is a landline. Not among them: 21612,
 * which is about the pair of sender and number, and the codes of status callbacks (30003 to 30008), which no answer here has.
 */
const FINAL_CODES = [21211, 21610, 21614, 21635]

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
  if (status === 400 && FINAL_CODES.includes(code)) return 'refused'
  throw notTaken('HTTP', status, ...(code === 0 ? [] : ['code', code]))
}
