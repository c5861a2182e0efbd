import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clinic } from '../../../domain/clinic.ts'
import { isoLanguage, offeredLanguage } from '../../../domain/languages.ts'
import { changeUntil } from '../../../domain/own-visit.ts'
import { isQuiet, MIN_LEAD_MS, quietUntil } from '../../../domain/reminders.ts'
import { contactsOf } from '../../patients/records/contacts.ts'
import { countryOf } from '../../patients/records/phone.ts'
import type { JobOutcome } from '../../platform/queue/job.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'
import type { Mail, MailTransport } from '../mail/transport.ts'
import { isOptedOut } from '../opt-outs/opt-outs.ts'
import type { Reader } from '../opt-outs/unsubscribe-link.ts'
import { type SmsParts, sendSmsOnce } from '../sms/send-once.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import {
  type Channel,
  claimMessage,
  lostClaim,
  type MessageKind,
  type MessageState,
  noteMessage,
  settleMessage,
  type VisitMessage,
} from './repository.ts'
import { loadVisit, type NotifiedVisit, type StoredFacts, settleSent, toldOf } from './visit-facts.ts'
import { mintVisitLink, visitLinkAddress } from './visit-links.ts'

export type SendParts = SmsParts & {
  pool: Pick<Pool, 'query'>
  clinic: AppointmentFacts['clinic'] & Pick<Clinic, 'booking' | 'country' | 'languages' | 'messages'>
  /** Origin of the page, without a trailing slash. */
  origin(): string
  transport: MailTransport
  log: Pick<Logger, 'info' | 'warn'>
  /** For tests. */
  now?: () => Date
}

/** Lead time in milliseconds below which people call rather than wait for another day's SMS. */
const CALLED_BEFORE_MS = 12 * 3_600_000

export type MessageFacts = AppointmentFacts &
  Pick<StoredFacts, 'cancelReason' | 'told' | 'before'> & {
    /** Link for unsubscribing from mails of this kind. */
    unsubscribe?: string | undefined
    /** Other visits that it tells of too, each with its own link. */
    others?: readonly AppointmentFacts[]
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
  /** Reports whether it still applies. */
  isFor(facts: StoredFacts, now: Date): boolean | Promise<boolean>
  compose: { mail(facts: MessageFacts, now: Date): Mail; sms(facts: MessageFacts, now: Date): string }
  /** In order, the first that the patient has; left out, mail before SMS. */
  by?: readonly Channel[]
  /** Whether it brings the patient's own link to the appointment. */
  hasLink?(facts: StoredFacts, now: Date): boolean
  /** Makes the address at which a mail's reader can ask for no more of its kind. */
  unsubscribeAt?(reader: Reader): Promise<string>
  /** Whether patients may opt out of its kind, and get no such SMS at night. */
  isOptional?: boolean
  /** Whether it is sent after the appointment. */
  isAfterwards?: boolean
  /** Whether an SMS that finds the day's limit reached is retried, until a call is better. */
  waitsForSms?: boolean
  /** Whether it cannot wait: if it cannot go by SMS at once it goes by mail, if `by` has it after that. */
  isShortNotice?: boolean
  /** Whether the patient knows by it when and where the appointment is. */
  isTold?: boolean
  /** Other visits of the patient that it tells of too. */
  others?: readonly StoredFacts[]
  /** Called before anything is sent. */
  onRead?(appointment: StoredFacts['appointment']): void
}

/** Reports whether an appointment can still be changed by its link: then messages bring it. */
export const whileItCanChange =
  (booking: Clinic['booking']) =>
  ({ appointment }: StoredFacts, now: Date): boolean =>
    now < changeUntil(appointment.startsAt, booking)

/** Outcome of the job of a settled message. */
const OUTCOME: Record<MessageState, JobOutcome> = {
  sent: 'sent',
  skipped: 'skipped',
  refused: 'refused',
  given_up: 'refused',
  unknown: 'refused',
  no_contact: 'refused',
  no_gateway: 'refused',
  waiting: 'refused',
  claimed: 'refused',
}

/**
 * Sends one message about an appointment: reads it as it is, picks a channel, claims the message, makes its link, sends
 * it, and stores the outcome. An appointment that has begun gets only messages meant for after it. The complaint is
 * never read.
 * @throws {MailNotSent | SmsNotSent} when a retry may work
 */
export async function sendAbout(parts: SendParts, about: AboutVisit): Promise<JobOutcome> {
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
  const contacts = await contactsFor(parts, facts, about)
  if (contacts === 'unwanted') {
    log.info({ appointment: appointmentId }, `${name} not wanted`)
    await noteMessage(pool, message, 'skipped', now())
    return 'skipped'
  }
  if (contacts === 'no_contact' || contacts === 'no_gateway') {
    log.warn({ appointment: appointmentId }, UNREACHED[contacts])
    await noteMessage(pool, message, contacts, now())
    return 'refused'
  }
  const texts = textsIn(isoLanguage(offeredLanguage(facts.language, clinic.languages)))
  const { others = [] } = about
  const factsTo = async (to: Contact): Promise<MessageFacts> => {
    const common = { clinic, texts, sender: transport.sender, origin: parts.origin() }
    const visitLink = async (of: StoredFacts) =>
      about.hasLink?.(of, now())
        ? await linkFor(parts, { id: messageId, appointmentId: of.appointment.id }, to)
        : undefined
    return {
      ...facts,
      ...common,
      unsubscribe:
        to.channel === 'email'
          ? await about.unsubscribeAt?.({ email: to.toKey, language: texts.language })
          : undefined,
      visitLink: await visitLink(facts),
      others: await Promise.all(
        others.map(async (other) => ({ ...other, ...common, visitLink: await visitLink(other) })),
      ),
    }
  }
  const told = about.isTold ? toldOf(facts) : null
  const byMail = (to: Contact) =>
    sendMail(
      parts,
      { ...message, ...to },
      { told, others, mail: async () => compose.mail(await factsTo(to), now()) },
    )
  const [to, next] = contacts
  if (to.channel === 'email') return byMail(to)
  const mailInstead = about.isShortNotice && next?.channel === 'email' ? next : null
  const outcome = await sendSms(
    parts,
    { ...about, hasOtherWay: mailInstead !== null },
    { ...message, ...to },
    { told, others, text: async () => compose.sms(await factsTo(to), now()) },
  )
  return outcome !== 'other_way' ? outcome : mailInstead ? byMail(mailInstead) : 'refused'
}

/** For the log. */
const UNREACHED = {
  no_contact: 'the record has neither an email address nor a number for SMS',
  no_gateway: 'the patient has only a number, and no SMS gateway is set',
}

/** Destination of a message. */
type Contact = { channel: Channel; toKey: string }
type Claimed = VisitMessage & Contact
/** The patient's knowledge after it: of the appointment, null: nothing new; and of others. */
type NotifiedVisits = { told: NotifiedVisit | null; others: readonly StoredFacts[] }

async function linkFor(
  { pool, origin, now = () => new Date() }: SendParts,
  { id, appointmentId }: Pick<VisitMessage, 'id' | 'appointmentId'>,
  { channel, toKey }: Contact,
): Promise<string> {
  const token = await mintVisitLink(pool, { appointmentId, messageId: id, contactKey: toKey, now: now() })
  return visitLinkAddress(origin(), token, channel === 'email' ? 'mail' : 'sms')
}

async function sendMail(
  parts: SendParts,
  message: Claimed,
  { mail, told, others }: NotifiedVisits & { mail(): Promise<Mail> },
): Promise<JobOutcome> {
  const { pool, transport, log, now = () => new Date() } = parts
  if (!(await claimMessage(pool, message, now()))) return OUTCOME[await lostClaim(pool, message.id, now())]
  const outcome = await transport.send(await mail(), message.id)
  if (outcome === 'refused') {
    log.warn({ appointment: message.appointmentId }, 'the address takes no mail')
    await settleMessage(pool, message.id, outcome, now())
  } else await settleSent(pool, message, told, now(), others)
  return outcome
}

/** @returns 'other_way': it was certainly not sent, and is to go another way */
async function sendSms(
  parts: SendParts,
  about: AboutVisit & { hasOtherWay: boolean },
  message: Claimed,
  { text, told, others }: NotifiedVisits & { text(): Promise<string> },
): Promise<JobOutcome | 'other_way'> {
  const { pool, log, now = () => new Date() } = parts
  const { hasOtherWay } = about
  const appointment = message.appointmentId
  const waits = whyItWaits(parts.clinic.timeZone, about, message, now())
  if (waits) {
    await noteMessage(pool, message, waits === 'morning' ? 'waiting' : 'given_up', now())
    if (waits === 'morning') throw new SmsNotSent('waits for the morning', { maybeSent: false })
    log.warn({ appointment }, 'SMS not sent: it is night, and the morning is too late')
    return 'refused'
  }
  const settle = (state: 'waiting' | 'refused' | 'unknown') => settleMessage(pool, message.id, state, now())
  const outcome = await sendSmsOnce(parts, {
    id: message.id,
    to: message.toKey,
    now: now(),
    text,
    claim: () => claimMessage(pool, message, now()),
    release: () => settle('waiting'),
  }).catch((error: unknown) => {
    if (hasOtherWay && error instanceof SmsNotSent) return 'not_now' as const
    throw error
  })
  switch (outcome) {
    case 'sent':
      await settleSent(pool, message, told, now(), others)
      return 'sent'
    case 'claimed':
      return OUTCOME[await lostClaim(pool, message.id, now())]
    case 'unknown':
      // Left to people and not retried.
      log.warn({ appointment }, 'it is not known whether the SMS was sent')
      await settle('unknown')
      return 'refused'
    case 'not_now':
      return 'other_way'
    case 'refused':
      log.warn({ appointment }, 'the number takes no SMS')
      await settle(hasOtherWay ? 'waiting' : 'refused')
      return hasOtherWay ? 'other_way' : 'refused'
    case 'limit': {
      log.warn({ appointment }, 'SMS not sent: the limit of the day is reached')
      if (hasOtherWay) return 'other_way'
      const canWait = about.waitsForSms && message.startsAt.getTime() - now().getTime() > CALLED_BEFORE_MS
      await noteMessage(pool, message, canWait ? 'waiting' : 'given_up', now())
      if (canWait) throw new SmsNotSent('limit of the day', { maybeSent: false })
      return 'refused'
    }
  }
}

/** Reason to wait for the end of the quiet hours; `too_late`: useless by then. Null: it may be sent now. */
function whyItWaits(
  timeZone: string,
  { isOptional = false, waitsForSms = false, attempt }: AboutVisit,
  { startsAt }: Claimed,
  now: Date,
): 'morning' | 'too_late' | null {
  if (!isQuiet(now, timeZone)) return null
  const left = startsAt.getTime() - quietUntil(now, timeZone).getTime()
  if (isOptional) return left >= MIN_LEAD_MS ? 'morning' : 'too_late'
  // A message that waited for the next day's SMS budget: that day begins at midnight, in quiet hours.
  return waitsForSms && attempt > 1 && startsAt.getTime() - now.getTime() > CALLED_BEFORE_MS
    ? 'morning'
    : null
}

/**
 * The patient's contacts in the order of `by`. `unwanted`: the patient wants no such message on any of theirs, or it is
 * for SMS alone, which the clinic does not send, and they have mail. `no_gateway`: they could be reached by SMS alone,
 * and the clinic sends none.
 */
async function contactsFor(
  { pool, clinic, sms }: SendParts,
  { patient, channel, isRegistered }: StoredFacts,
  { by = ['email', 'sms'], isOptional = false }: AboutVisit,
): Promise<readonly [Contact, ...Contact[]] | 'unwanted' | 'no_contact' | 'no_gateway'> {
  const { email, sms: number } = contactsOf(patient, clinic.country)
  const isForeign = () =>
    number !== null && !(clinic.messages?.countries ?? [clinic.country]).includes(countryOf(number) ?? '')
  // An expensive number typed into the booking page must not cost the clinic SMS.
  const isPaid = number !== null && !(channel === 'web' && !isRegistered && isForeign())
  const keys = { email, sms: isPaid ? number : null }
  const known = by.flatMap((each): Contact[] => {
    const toKey = keys[each]
    return toKey === null ? [] : [{ channel: each, toKey }]
  })
  if (known.length === 0) return 'no_contact'
  const wanted: Contact[] = []
  for (const contact of known) {
    if (!isOptional || !(await isOptedOut(pool, contact.toKey))) wanted.push(contact)
  }
  if (wanted.length === 0) return 'unwanted'
  const [first, ...others] = wanted.filter((to) => to.channel === 'email' || sms.way !== 'none')
  if (first) return [first, ...others]
  return keys.email === null ? 'no_gateway' : 'unwanted'
}
