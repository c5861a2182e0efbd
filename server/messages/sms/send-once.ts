import type { Allowance } from '../../patients/codes/limits.ts'
import { SmsNotSent } from './sms-failure.ts'
import type { SmsTransport } from './transport.ts'

export type SmsParts = {
  sms: SmsTransport
  /** Permission for one more SMS on that clinic day. */
  smsOn(kind: 'visits', now: Date): Allowance
}

type OneSms = {
  /** For the log and the file name. */
  id: string
  to: string
  now: Date
  /** Made once it is certain that it will be sent, as it may bring a link. */
  text(): string | Promise<string>
  /** Records, on disk, that it is being sent; false: another process has begun. Left out, there is no other. */
  claim?(): Promise<boolean>
  /** Gives the claim back after a certain failure, so that a retry may claim it again. */
  release?(): Promise<void>
}

/**
 * `limit`: the day's SMS are used up. `claimed`: another process has begun to send it. `unknown`: it may have arrived.
 */
export type SmsOutcome = 'sent' | 'refused' | 'limit' | 'claimed' | 'unknown'

/**
 * Sends an SMS out of the day's allowance, at most once: recipients cannot recognise a repeated one. An SMS that
 * certainly was not sent is given back and may be retried; any other failure may have come after the sending, so the
 * claim stays.
 * @throws {SmsNotSent} when a retry may work
 */
export async function sendSmsOnce(
  { sms, smsOn }: SmsParts,
  { id, to, now, text, claim, release }: OneSms,
): Promise<SmsOutcome> {
  const allowance = smsOn('visits', now)
  if (!(await allowance.take())) return 'limit'
  if (claim && !(await claim())) {
    await allowance.giveBack()
    return 'claimed'
  }
  try {
    const outcome = await sms.send({ to, text: await text() }, id)
    if (outcome === 'refused') await allowance.giveBack()
    return outcome
  } catch (error) {
    if (!(error instanceof SmsNotSent)) throw error
    if (error.maybeSent) return 'unknown'
    await release?.()
    await allowance.giveBack()
    throw error
  }
}
