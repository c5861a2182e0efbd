import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import { comparableEmail } from '../../domain/contact.ts'
import { isoLanguage, offeredLanguage } from '../../domain/languages.ts'
import { changeUntil } from '../../domain/own-visit.ts'
import { isQuiet, quietUntil, USEFUL_MS } from '../../domain/reminders.ts'
import type { MailOutcome } from '../jobs/start.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'
import type { Allowance } from '../one-time-codes/limits.ts'
import { countryOf, toE164 } from '../patients/phone.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsTransport } from '../sms/transport.ts'
import { textsIn } from '../texts/texts.ts'
import { mintVisitLink, visitLinkAddress } from '../visit-links/store.ts'
import { isOptedOut } from './opt-outs.ts'
import {
  type Channel,
  claimMessage,
  lostClaim,
  type MessageKind,
  type MessageState,
  noteMessage,
  settleMessage,
  type VisitMessage,
} from './store.ts'
import type { Reader } from './unsubscribe-link.ts'
import { loadVisit, type StoredFacts, settleSent, type Told, toldOf } from './visit-facts.ts'

export type SendParts = {
  pool: Pick<Pool, 'query'>
  clinic: AppointmentFacts['clinic'] & Pick<Clinic, 'booking' | 'country' | 'languages' | 'messages'>
  /** Of the page, without a trailing slash. */
  origin(): string
  transport: MailTransport
  sms: SmsTransport
  /** Whether one more SMS may be sent on that clinic day. */
  smsOn(kind: 'visits', now: Date): Allowance
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

/** So long before a visit, in milliseconds, people call rather than wait for another day's SMS. */
const CALLED_BEFORE_MS = 12 * 3_600_000

export type MessageFacts = AppointmentFacts &
  Pick<StoredFacts, 'cancelReason' | 'told'> & {
    /** Where a mail's reader can ask for no more of its kind. */
    unsubscribe?: string | undefined
  }

/** A message about a visit: when it fits, and its words. */
export type AboutVisit = {
  appointmentId: string
  /** The job's id: the mail's Message-ID and the row in `messages`. */
  messageId: string
  /** From 1. */
  attempt: number
  /** The log's name for it. */
  name: string
  kind: MessageKind | ((facts: StoredFacts) => MessageKind)
  step?: string
  /** Whether it still fits. */
  isFor(facts: StoredFacts, now: Date): boolean | Promise<boolean>
  compose: { mail(facts: MessageFacts, now: Date): Mail; sms(facts: MessageFacts, now: Date): string }
  /** In order, the first that the patient has; left out, mail before SMS. */
  by?: readonly Channel[]
  /** Whether it brings the patient's own link to the visit. */
  hasLink?(facts: StoredFacts, now: Date): boolean
  /** Makes the address at which a mail's reader can ask for no more of its kind. */
  unsubscribeAt?(reader: Reader): Promise<string>
  /** Whether patients may want none of its kind, nor an SMS at night. */
  isOptional?: boolean
  /** Whether it goes out after the visit. */
  isAfterwards?: boolean
  /** Whether an SMS that finds the day's limit reached is tried again, until the patient is better called. */
  waitsForSms?: boolean
  /** Whether the patient knows by it when and where the appointment is. */
  isTold?: boolean
  /** Called before anything is sent. */
  onRead?(appointment: StoredFacts['appointment']): void
}

/** Whether a visit can still be changed by its link: then messages bring it. */
export const whileItCanChange =
  (booking: Clinic['booking']) =>
  ({ appointment }: StoredFacts, now: Date): boolean =>
    now < changeUntil(appointment.startsAt, booking)

/** What a settled message means for its job. */
const OUTCOME: Record<MessageState, MailOutcome> = {
  sent: 'sent',
  skipped: 'skipped',
  refused: 'refused',
  given_up: 'refused',
  unknown: 'refused',
  no_contact: 'refused',
  waiting: 'refused',
  claimed: 'refused',
}

/**
 * Sends one message about a visit: reads it as it is, picks a channel, claims the message, makes its link, sends it, and
 * stores what became of it. A visit that has begun gets none but what goes out afterwards.
 * The complaint is never read.
 * @throws {MailNotSent | SmsNotSent} when a retry may work
 */
export async function sendAbout(parts: SendParts, about: AboutVisit): Promise<MailOutcome> {
  const { pool, clinic, transport, log, now = () => new Date() } = parts
  const { appointmentId, messageId, name, compose } = about
  const facts = await loadVisit(pool, appointmentId)
  if (facts) about.onRead?.(facts.appointment)
  const isOver = !about.isAfterwards && facts !== null && facts.appointment.startsAt <= now()
  if (!facts || isOver || !(await about.isFor(facts, now()))) {
    log.info({ appointment: appointmentId }, `${name} no longer needed`)
    await settleMessage(pool, messageId, 'skipped', now())
    return 'skipped'
  }
  const message: VisitMessage = {
    id: messageId,
    appointmentId,
    kind: typeof about.kind === 'function' ? about.kind(facts) : about.kind,
    step: about.step ?? null,
    channel: null,
    toKey: null,
    startsAt: facts.appointment.startsAt,
    version: facts.appointment.version,
  }
  const to = await contactFor(parts, facts, about)
  if (to === 'unwanted') {
    log.info({ appointment: appointmentId }, `${name} not wanted`)
    await noteMessage(pool, message, 'skipped', now())
    return 'skipped'
  }
  if (to === null) {
    log.warn({ appointment: appointmentId }, 'the record has neither an email address nor a number for SMS')
    await noteMessage(pool, message, 'no_contact', now())
    return 'refused'
  }
  const texts = textsIn(isoLanguage(offeredLanguage(facts.language, clinic.languages)))
  const ready = async (): Promise<MessageFacts> => ({
    ...facts,
    clinic,
    texts,
    sender: transport.sender,
    origin: parts.origin(),
    unsubscribe:
      to.channel === 'email'
        ? await about.unsubscribeAt?.({ email: to.toKey, language: texts.language })
        : undefined,
    visitLink: about.hasLink?.(facts, now()) ? await linkFor(parts, message, to) : undefined,
  })
  const claimed = { ...message, ...to }
  const told = about.isTold ? toldOf(facts) : null
  return to.channel === 'sms'
    ? sendSms(parts, about, claimed, { told, text: async () => compose.sms(await ready(), now()) })
    : sendMail(parts, claimed, { told, mail: async () => compose.mail(await ready(), now()) })
}

/** Where a message goes. */
type Contact = { channel: Channel; toKey: string }
type Claimed = VisitMessage & Contact

async function linkFor(
  { pool, origin, now = () => new Date() }: SendParts,
  { id, appointmentId }: VisitMessage,
  { channel, toKey }: Contact,
): Promise<string> {
  const token = await mintVisitLink(pool, { appointmentId, messageId: id, contactKey: toKey, now: now() })
  return visitLinkAddress(origin(), token, channel === 'email' ? 'mail' : 'sms')
}

async function sendMail(
  parts: SendParts,
  message: Claimed,
  { mail, told }: { mail(): Promise<Mail>; told: Told | null },
): Promise<MailOutcome> {
  const { pool, transport, log, now = () => new Date() } = parts
  if (!(await claimMessage(pool, message, now()))) return OUTCOME[await lostClaim(pool, message.id, now())]
  const outcome = await transport.send(await mail(), message.id)
  if (outcome === 'refused') {
    log.warn({ appointment: message.appointmentId }, 'the address takes no mail')
    await settleMessage(pool, message.id, outcome, now())
  } else await settleSent(pool, message, told, now())
  return outcome
}

async function sendSms(
  parts: SendParts,
  about: AboutVisit,
  message: Claimed,
  { text, told }: { text(): Promise<string>; told: Told | null },
): Promise<MailOutcome> {
  const { pool, sms, smsOn, log, now = () => new Date() } = parts
  const appointment = message.appointmentId
  const waits = whyItWaits(parts.clinic.timeZone, about, message, now())
  if (waits) {
    await noteMessage(pool, message, waits === 'morning' ? 'waiting' : 'given_up', now())
    if (waits === 'morning') throw new SmsNotSent('waits for the morning', { maybeSent: false })
    log.warn({ appointment }, 'SMS not sent: it is night, and the morning is too late')
    return 'refused'
  }
  const allowance = smsOn('visits', now())
  if (!(await allowance.take())) {
    const canWait = about.waitsForSms && message.startsAt.getTime() - now().getTime() > CALLED_BEFORE_MS
    log.warn({ appointment }, 'SMS not sent: the limit of the day is reached')
    await noteMessage(pool, message, canWait ? 'waiting' : 'given_up', now())
    if (canWait) throw new SmsNotSent('limit of the day', { maybeSent: false })
    return 'refused'
  }
  if (!(await claimMessage(pool, message, now()))) {
    await allowance.giveBack()
    return OUTCOME[await lostClaim(pool, message.id, now())]
  }
  try {
    const outcome = await sms.send({ to: message.toKey, text: await text() }, message.id)
    if (outcome === 'refused') {
      await allowance.giveBack()
      log.warn({ appointment }, 'the number takes no SMS')
      await settleMessage(pool, message.id, outcome, now())
    } else await settleSent(pool, message, told, now())
    return outcome
  } catch (error) {
    if (error instanceof SmsNotSent && error.maybeSent) {
      // Recipients cannot recognise a repeated SMS, so it is left to people and not retried.
      log.warn({ appointment }, 'it is not known whether the SMS was sent')
      await settleMessage(pool, message.id, 'unknown', now())
      return 'refused'
    }
    // Any other failure may have come after the sending: it stays claimed, and the next try finds it unknown.
    if (error instanceof SmsNotSent) {
      await settleMessage(pool, message.id, 'waiting', now())
      await allowance.giveBack()
    }
    throw error
  }
}

/** Whether an SMS is to wait for the end of the quiet hours; `too_late`: nobody needs it by then. Null: it may go now. */
function whyItWaits(
  timeZone: string,
  { isOptional = false, waitsForSms = false, attempt }: AboutVisit,
  { startsAt }: Claimed,
  now: Date,
): 'morning' | 'too_late' | null {
  if (!isQuiet(now, timeZone)) return null
  const left = startsAt.getTime() - quietUntil(now, timeZone).getTime()
  if (isOptional) return left >= USEFUL_MS ? 'morning' : 'too_late'
  // What waited for the next day's SMS: that day begins at midnight, when nobody wants one.
  return waitsForSms && attempt > 1 && startsAt.getTime() - now.getTime() > CALLED_BEFORE_MS
    ? 'morning'
    : null
}

/** Null: there is none. `unwanted`: the patient wants no such message on any of theirs. */
async function contactFor(
  { pool, clinic }: SendParts,
  { patient, channel, isRegistered }: StoredFacts,
  { by = ['email', 'sms'], isOptional = false }: AboutVisit,
): Promise<Contact | 'unwanted' | null> {
  const { email, phone, phoneE164 } = patient
  // A number the patient entered is stored as typed.
  const number = phoneE164 ?? toE164(phone, clinic.country)
  const isForeign = () =>
    number !== null && !(clinic.messages?.countries ?? [clinic.country]).includes(countryOf(number) ?? '')
  // Whoever types a dear number into the booking page must not have the clinic pay for SMS to it.
  const isPaid = number !== null && !(channel === 'web' && !isRegistered && isForeign())
  const keys = { email: email === '' ? null : comparableEmail(email), sms: isPaid ? number : null }
  const all = by.flatMap((each): Contact[] => {
    const toKey = keys[each]
    return toKey === null ? [] : [{ channel: each, toKey }]
  })
  if (!isOptional) return all[0] ?? null
  for (const contact of all) if (!(await isOptedOut(pool, contact.toKey))) return contact
  return all.length > 0 ? 'unwanted' : null
}
