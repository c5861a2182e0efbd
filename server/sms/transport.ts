import path from 'node:path'
import type { Logger } from 'pino'
import { writeToOutbox } from '../mail/outbox.ts'
import { StartError } from '../start-error.ts'
import { sendByAfricasTalking } from './africas-talking.ts'
import { parseSmsUrl, SMS_URL_MESSAGE, type SmsGateway } from './gateway-url.ts'
import type { Sms } from './sms.ts'
import { sendByTwilio } from './twilio.ts'

export type SmsTransport = {
  /**
   * `id` is for the log and the file name.
   * @returns 'refused' when this number can never receive it
   * @throws {SmsNotSent} when a retry may work; its message has no personal data
   */
  send(sms: Sms, id: string): Promise<'sent' | 'refused'>
}

type Settings = {
  /** SMS_URL; not set: files in the outbox. */
  smsUrl?: string | undefined
  /** SMS without a gateway go to `outbox` in it. */
  dataDir: string
  log: Pick<Logger, 'info'>
  /** Gateway timeout in milliseconds; short, since a code is good for three minutes. */
  timeoutMs?: number
}

const E164 = /^\+[1-9]\d{6,14}$/
const SENDERS = { africastalking: sendByAfricasTalking, twilio: sendByTwilio } satisfies Record<
  SmsGateway['kind'],
  unknown
>

/**
 * Sends SMS by a gateway over HTTPS, or writes .txt files when none is set.
 * @throws {StartError} when `smsUrl` is no gateway address
 */
export function smsTransport({ smsUrl, dataDir, log, timeoutMs = 8_000 }: Settings): SmsTransport {
  const gateway = smsUrl === undefined ? null : parseSmsUrl(smsUrl)
  if (smsUrl !== undefined && gateway === null) throw new StartError(SMS_URL_MESSAGE)
  return {
    async send(sms, id) {
      // A comma would add a second recipient.
      if (!E164.test(sms.to)) return 'refused'
      if (gateway === null) {
        const text = Buffer.from(`To: ${sms.to}\n\n${sms.text}\n`)
        const folder = path.join(dataDir, 'outbox')
        const file = await writeToOutbox(folder, text, { id, now: new Date(), extension: 'txt' })
        log.info({ sms: id, file }, 'no SMS gateway is set: SMS written to the outbox')
        return 'sent'
      }
      const outcome = await SENDERS[gateway.kind](gateway, sms, timeoutMs)
      if (outcome === 'sent') log.info({ sms: id }, 'SMS handed to the gateway')
      return outcome
    },
  }
}
