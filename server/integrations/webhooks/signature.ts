import { createHmac, randomBytes } from 'node:crypto'

export const SIGNATURE_HEADER = 'enamel-signature'

/** 256 bits, with a prefix that shows a finder what it is. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/** `t=<unix>,v1=<hex hmac-sha256 of "t.body">`. @param at time of sending; a receiver refuses an old one */
export function signatureOf(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
