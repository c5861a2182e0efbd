import type { Clinic } from '../../../domain/clinic.ts'
import type { Config } from '../../platform/config/config.ts'
import { parseSmsUrl } from '../../platform/config/gateway-url.ts'
import { StartError } from '../../platform/process/start-error.ts'

/** Authentication of a gateway that brings replies. */
export type IncomingGateway =
  | {
      kind: 'twilio'
      authToken: string
      /** The address as the gateway knows it, which it signs. */
      address: string
    }
  | {
      kind: 'africastalking'
      /** Part of the address. */
      secret: string
    }

export type IncomingSettings = {
  gateway: IncomingGateway
  /** The number for replies. */
  number: string
}

export const TWILIO_PATH = '/sms/incoming/twilio'

/**
 * Whether replies to SMS are read, and by which gateway they come. They are not without `sms.replies` in
 * clinic.config.ts, nor where SMS are files in the outbox.
 * @throws StartError when the gateway could not be distinguished from anybody else
 */
export function incomingSettings(
  { smsUrl, smsIncomingSecret, publicUrl }: Pick<Config, 'smsUrl' | 'smsIncomingSecret' | 'publicUrl'>,
  { sms }: Pick<Clinic, 'sms'>,
): IncomingSettings | null {
  const number = sms?.replies?.number
  const gateway = smsUrl === undefined ? null : parseSmsUrl(smsUrl)
  if (number === undefined || gateway === null) return null
  if (gateway.kind === 'twilio') {
    if (publicUrl === undefined) {
      throw new StartError('PUBLIC_URL must be set for sms.replies: Twilio signs it with each answer.')
    }
    const address = `${publicUrl}/api${TWILIO_PATH}`
    return { number, gateway: { kind: 'twilio', authToken: gateway.secret, address } }
  }
  if (smsIncomingSecret === undefined) {
    throw new StartError(
      "SMS_INCOMING_SECRET must be set for sms.replies: it tells Africa's Talking from anybody else.",
    )
  }
  return { number, gateway: { kind: 'africastalking', secret: smsIncomingSecret } }
}
