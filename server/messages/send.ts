import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../domain/clinic.ts'
import { clinicTime } from '../../domain/clinic-time.ts'
import { comparableEmail } from '../../domain/contact.ts'
import { isoLanguage, offeredLanguage } from '../../domain/languages.ts'
import type { MailOutcome } from '../jobs/start.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'
import type { Allowance } from '../one-time-codes/limits.ts'
import { toE164 } from '../patients/phone.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsTransport } from '../sms/transport.ts'
import { textsIn } from '../texts/texts.ts'
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
import { loadVisit, noteTold, type StoredFacts } from './visit-facts.ts'

export type SendParts = {
  pool: Pick<Pool, 'query'>
  clinic: AppointmentFacts['clinic'] & Pick<Clinic, 'country' | 'languages'>
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
/** In clinic time. */
const MORNING = '07:00'

export type MessageFacts = AppointmentFacts & Pick<StoredFacts, 'cancelReason' | 'told'>

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
  isFor(facts: StoredFacts, now: Date): boolean
  compose: { mail(facts: MessageFacts, now: Date): Mail; sms(facts: MessageFacts, now: Date): string }
  /** Only by SMS, as the answer to one. */
  bySms?: boolean
  /** Whether an SMS that finds the day's limit reached is tried again, until the patient is better called. */
  waitsForSms?: boolean
  /** Whether the patient knows by it when and where the appointment is. */
  isTold?: boolean
  /** Called before anything is sent. */
  onRead?(appointment: StoredFacts['appointment']): void
}

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
 * Sends one message about a visit: reads it as it is, picks mail, or SMS for a patient without an email address, claims the
 * message, sends it, and stores what became of it. A visit that has begun gets none. The complaint is never read.
 * @throws {MailNotSent | SmsNotSent} when a retry may work
 */
export async function sendAbout(parts: SendParts, about: AboutVisit): Promise<MailOutcome> {
  const { pool, clinic, transport, log, now = () => new Date() } = parts
  const { appointmentId, messageId, name, compose } = about
  const facts = await loadVisit(pool, appointmentId)
  if (facts) about.onRead?.(facts.appointment)
  if (!facts || !about.isFor(facts, now()) || facts.appointment.startsAt <= now()) {
    log.info({ appointment: appointmentId }, `${name} no longer needed`)
    await settleMessage(pool, messageId, 'skipped', now())
    return 'skipped'
  }
  const to = contactOf(about.bySms ? { ...facts.patient, email: '' } : facts.patient, clinic.country)
  const message: VisitMessage = {
    id: messageId,
    appointmentId,
    kind: typeof about.kind === 'function' ? about.kind(facts) : about.kind,
    step: about.step ?? null,
    channel: to?.channel ?? null,
    toKey: to?.key ?? null,
    startsAt: facts.appointment.startsAt,
    version: facts.appointment.version,
  }
  if (to === null) {
    log.warn({ appointment: appointmentId }, 'the record has neither an email address nor a number for SMS')
    await noteMessage(pool, message, 'no_contact', now())
    return 'refused'
  }
  const texts = textsIn(isoLanguage(offeredLanguage(facts.language, clinic.languages)))
  const all = { ...facts, clinic, texts, sender: transport.sender }
  const claimed = { ...message, channel: to.channel, toKey: to.key }
  const outcome =
    to.channel === 'sms'
      ? await sendSms(parts, about, claimed, () => compose.sms(all, now()))
      : await sendMail(parts, claimed, () => compose.mail(all, now()))
  if (about.isTold && outcome === 'sent') await noteTold(pool, facts)
  return outcome
}

type Claimed = VisitMessage & { channel: Channel; toKey: string }

async function sendMail(parts: SendParts, message: Claimed, mail: () => Mail): Promise<MailOutcome> {
  const { pool, transport, log, now = () => new Date() } = parts
  if (!(await claimMessage(pool, message, now()))) return OUTCOME[await lostClaim(pool, message.id, now())]
  const outcome = await transport.send(mail(), message.id)
  if (outcome === 'refused') log.warn({ appointment: message.appointmentId }, 'the address takes no mail')
  await settleMessage(pool, message.id, outcome, now())
  return outcome
}

async function sendSms(
  parts: SendParts,
  { waitsForSms = false, attempt }: AboutVisit,
  message: Claimed,
  text: () => string,
): Promise<MailOutcome> {
  const { pool, clinic, sms, smsOn, log, now = () => new Date() } = parts
  const appointment = message.appointmentId
  const canWait = waitsForSms && message.startsAt.getTime() - now().getTime() > CALLED_BEFORE_MS
  // What waited for the next day's SMS: that day begins at midnight, when nobody wants one.
  if (canWait && attempt > 1 && clinicTime(now(), clinic.timeZone) < MORNING) {
    throw new SmsNotSent('waits for the morning', { maybeSent: false })
  }
  const allowance = smsOn('visits', now())
  if (!(await allowance.take())) {
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
    const outcome = await sms.send({ to: message.toKey, text: text() }, message.id)
    if (outcome === 'refused') {
      await allowance.giveBack()
      log.warn({ appointment }, 'the number takes no SMS')
    }
    await settleMessage(pool, message.id, outcome, now())
    return outcome
  } catch (error) {
    if (error instanceof SmsNotSent && error.maybeSent) {
      // Recipients cannot recognise a repeated SMS, so it is left to people and not retried.
      log.warn({ appointment }, 'it is not known whether the SMS was sent')
      await settleMessage(pool, message.id, 'unknown', now())
      return 'refused'
    }
    if (error instanceof SmsNotSent) {
      await settleMessage(pool, message.id, 'waiting', now())
      await allowance.giveBack()
    }
    throw error
  }
}

/** Where messages go: the email address, or the number where there is none. A number the patient entered is stored as typed. */
export function contactOf(
  { email, phone, phoneE164 }: Pick<StoredFacts['patient'], 'email' | 'phone' | 'phoneE164'>,
  country: string,
): { channel: Channel; key: string } | null {
  if (email !== '') return { channel: 'email', key: comparableEmail(email) }
  const number = phoneE164 ?? toE164(phone, country)
  return number === null ? null : { channel: 'sms', key: number }
}
