import * as v from 'valibot'
import type { SmsGateway } from '../../platform/config/gateway-url.ts'
import { askGateway } from './ask-gateway.ts'
import type { Sms } from './sms.ts'
import { notTaken } from './sms-failure.ts'

/** Processed, sent, queued. */
const TAKEN = [100, 101, 102]
/** Codes that are final for a number: invalid, unsupported, on the blacklist, do not disturb. 407, no route, may be the account's. */
const FINAL_CODES = [403, 404, 406, 409]

const Answer = v.object({
  SMSMessageData: v.object({ Recipients: v.array(v.object({ statusCode: v.number() })) }),
})

/**
 * Africa's Talking, 'Send SMS': POST /version1/messaging with the key in the header `apiKey`. The answer has
 * a status per recipient. All other failures (401, 402, 405, 407, 500 ...) are for the clinic or the gateway to fix, so a retry
 * may work.
 */
export async function sendByAfricasTalking(
  { origin, user, secret, from }: SmsGateway,
  { to, text }: Sms,
  timeoutMs: number,
): Promise<'sent' | 'refused'> {
  const { status, answer } = await askGateway({
    url: `${origin}/version1/messaging`,
    headers: { apiKey: secret },
    form: { username: user, to, message: text, ...(from !== null && { from }) },
    timeoutMs,
  })
  if (status < 200 || status > 299) throw notTaken('HTTP', status)
  const read = v.safeParse(Answer, answer)
  const code = read.success ? read.output.SMSMessageData.Recipients[0]?.statusCode : undefined
  if (code === undefined) throw notTaken('no recipient in the answer')
  if (TAKEN.includes(code)) return 'sent'
  if (FINAL_CODES.includes(code)) return 'refused'
  throw notTaken('status', code)
}
