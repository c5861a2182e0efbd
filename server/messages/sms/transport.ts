import path from 'node:path'
import type { Logger } from 'pino'
import { parseSmsUrl, SMS_URL_MESSAGE, type SmsGateway } from '../../platform/config/gateway-url.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { writeToOutbox } from '../mail/outbox.ts'
import { sendByAfricasTalking } from './africas-talking.ts'
import type { Sms } from './sms.ts'
import { sendByTwilio } from './twilio.ts'

/**
 * Delivery of SMS: `outbox` files of this machine, `none` nowhere, as patients could be reached and no gateway is set.
 */
export type SmsWay = 'gateway' | 'outbox' | 'none'

export type SmsTransport = {
  way: SmsWay
  /**
   * `id` is for the log and the file name.
   * @returns 'refused' when this number can never receive it
   * @throws {SmsNotSent} when a retry may work; its message has no personal data
   */
  send(sms: Sms, id: string): Promise<'sent' | 'refused'>
}

type Settings = {
  /** SMS_URL */
  smsUrl?: string | undefined
  /** PUBLIC_URL: with https patients use the portal, and files in the outbox would reach none of them. */
  publicUrl?: string | undefined
  /** SMS of a trial go to `outbox` in it. */
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

/** Delivery of SMS with these settings. */
export function smsWay({ smsUrl, publicUrl }: Pick<Settings, 'smsUrl' | 'publicUrl'>): SmsWay {
  if (smsUrl !== undefined) return 'gateway'
  return publicUrl?.startsWith('https:') ? 'none' : 'outbox'
}

/**
 * Sends SMS by a gateway over HTTPS. Without one a trial writes .txt files, and nothing is sent where patients use the portal:
 * senders look at `way` first.
 * @throws {StartError} when `smsUrl` is no gateway address
 */
export function smsTransport({ smsUrl, publicUrl, dataDir, log, timeoutMs = 8_000 }: Settings): SmsTransport {
  const gateway = smsUrl === undefined ? null : parseSmsUrl(smsUrl)
  if (smsUrl !== undefined && gateway === null) throw new StartError(SMS_URL_MESSAGE)
  const way = smsWay({ smsUrl, publicUrl })
  return {
    way,
    async send(sms, id) {
      if (way === 'none') throw new Error('there is no SMS gateway')
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
