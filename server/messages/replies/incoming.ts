import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** An SMS to the clinic, whichever gateway brings it. */
export type IncomingSms = {
  gateway: 'twilio' | 'africastalking'
  /** The gateway's, the same when it is delivered again. */
  id: string
  /** Sender: E.164, or a sender that is no phone. */
  from: string
  to: string
  text: string
}

/** The fields of a form, each with its values. */
export type Form = ReadonlyMap<string, readonly string[]>

/** Reads application/x-www-form-urlencoded; any text is some form. */
export function formOf(body: string): Form {
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(body)) form.set(name, [...(form.get(name) ?? []), value])
  return form
}

/**
 * Checks that Twilio signed a form with the account's token: HMAC-SHA1 over the address and the fields by name, each
 * name followed by its value ('Validating Requests' of Twilio's security page). A port that it may or may not name
 * counts as both.
 * @param address as configured at the gateway, with the query if there is one
 */
export function isSignedByTwilio(
  form: Form,
  { authToken, address, signature }: { authToken: string; address: string; signature: string },
): boolean {
  const fields = [...form.keys()]
    .sort()
    .flatMap((name) => [...new Set(form.get(name))].sort().map((value) => name + value))
    .join('')
  return addressesOf(address).some((url) =>
    isSame(
      createHmac('sha1', authToken)
        .update(url + fields)
        .digest('base64'),
      signature,
    ),
  )
}

function addressesOf(address: string): string[] {
  const { protocol, host, hostname, port } = new URL(address)
  if (port !== '') return [address, address.replace(host, hostname)]
  return [address, address.replace(host, `${host}:${protocol === 'https:' ? 443 : 80}`)]
}

/** Compares secrets in the same time wherever they differ. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(one), digest(other))
}

const Text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const Id = v.pipe(Text(100), v.regex(/^[\w:.-]+$/))
/** Longer than ten SMS in one. */
const MOST_LETTERS = 2_000

const TwilioForm = v.object({ MessageSid: Id, From: Text(40), To: Text(40), Body: Text(MOST_LETTERS) })
const AfricasTalkingForm = v.object({ id: Id, from: Text(40), to: Text(40), text: Text(MOST_LETTERS) })

/** Null: no SMS. Twilio, 'Request to your webhook URL'. */
export function twilioSms(form: Form): IncomingSms | null {
  const read = v.safeParse(TwilioForm, firstValues(form))
  if (!read.success) return null
  const { MessageSid, From, To, Body } = read.output
  return { gateway: 'twilio', id: MessageSid, from: From, to: To, text: Body }
}

/** Null: no SMS. Africa's Talking, 'Incoming messages'. */
export function africasTalkingSms(form: Form): IncomingSms | null {
  const read = v.safeParse(AfricasTalkingForm, firstValues(form))
  return read.success ? { gateway: 'africastalking', ...read.output } : null
}

const firstValues = (form: Form) => Object.fromEntries([...form].map(([name, [value]]) => [name, value]))

const E164 = /^\+[1-9]\d{6,14}$/

/** The sender's number as E.164; null: it is no phone that could be answered. Some networks leave the '+' out. */
export function senderOf({ from }: Pick<IncomingSms, 'from'>): string | null {
  const number = from.trim()
  const whole = /^[1-9]\d{9,14}$/.test(number) ? `+${number}` : number
  return E164.test(whole) ? whole : null
}

/** Reports whether it was sent to the clinic's number, and not to another one of the same account. */
export const isTo = ({ to }: Pick<IncomingSms, 'to'>, number: string) => digitsOf(to) === digitsOf(number)
const digitsOf = (text: string) => text.replace(/\D/g, '')
