import { ownValue } from '../../../domain/own.ts'

/** A parsed SMS_URL. */
export type SmsGateway = {
  kind: 'africastalking' | 'twilio'
  /** Origin, without a trailing slash. */
  origin: string
  /** Africa's Talking: the name of the application. Twilio: the SID of the account. */
  user: string
  /** Africa's Talking: the API key. Twilio: the auth token. */
  secret: string
  /** Sender name or number; null: the gateway's default. */
  from: string | null
}

export const SMS_URL_MESSAGE =
  'SMS_URL must look like africastalking://user:key@api.africastalking.com?from=Clinic or twilio://SID:TOKEN@api.twilio.com?from=%2B15551234567.'

const KINDS: Record<string, SmsGateway['kind']> = { 'africastalking:': 'africastalking', 'twilio:': 'twilio' }
const HERE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Reads SMS_URL: africastalking://user:key@api.africastalking.com?from=Enamel or
 * twilio://SID:TOKEN@api.twilio.com?from=%2B15551234567. Uses HTTPS, except HTTP for a test gateway on this machine.
 * @returns null when it is neither, or lacks a part that the gateway needs
 */
export function parseSmsUrl(text: string): SmsGateway | null {
  const url = URL.parse(text)
  const kind = ownValue(KINDS, url?.protocol ?? '')
  if (!url || !kind || !url.hostname || !['', '/'].includes(url.pathname) || url.hash) return null
  if ([...url.searchParams.keys()].some((name) => name !== 'from')) return null
  const [user, secret] = [decoded(url.username), decoded(url.password)]
  const from = url.searchParams.get('from') || null
  if (!user || !secret || (kind === 'twilio' && from === null)) return null
  const scheme = HERE.includes(url.hostname.toLowerCase()) ? 'http' : 'https'
  return { kind, origin: `${scheme}://${url.host}`, user, secret, from }
}

/** Null for invalid percent-encoding, or a character that would break a header. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return /^[\x21-\x7e]+$/.test(text) ? text : null
  } catch {
    return null
  }
}
