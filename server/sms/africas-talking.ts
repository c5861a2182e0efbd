import * as v from 'valibot'
import { askGateway } from './ask-gateway.ts'
import type { SmsGateway } from './gateway-url.ts'
import type { Sms } from './sms.ts'
import { notTaken } from './sms-failure.ts'

/** Processed, sent, queued. */
const TAKEN = [100, 101, 102]
/** Permanent failures: invalid or unsupported number, blacklist, no route, do not disturb. */
const NEVER = [403, 404, 406, 407, 409]

const Answer = v.object({
  SMSMessageData: v.object({ Recipients: v.array(v.object({ statusCode: v.number() })) }),
})

/**
 * Africa's Talking, 'Send SMS': POST /version1/messaging with the key in the header `apiKey`. The answer has
 * a status per recipient. A wrong sender, an empty account and the like (401, 402, 405) are for the clinic to
 * fix, so a retry may work.
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
  if (NEVER.includes(code)) return 'refused'
  throw notTaken('status', code)
}
