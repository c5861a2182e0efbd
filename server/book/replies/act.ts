import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { changeUntilMinutes } from '../../../domain/own-visit.ts'
import { type Reply, replyIn, wordsShown } from '../../../domain/replies.ts'
import type { Answer } from '../../../domain/reply-answers.ts'
import { queueReply } from '../../messages/jobs/reply-job.ts'
import { optIn, optOut } from '../../messages/opt-outs/opt-outs.ts'
import { type IncomingSms, senderOf } from '../../messages/replies/incoming.ts'
import { claimIncoming, countOf, settleIncoming, versionLeft } from '../../messages/replies/repository.ts'
import { lastSmsTo } from '../../messages/send/repository.ts'
import { contactsOfAppointment } from '../../patients/records/contacts.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import {
  callMe,
  cancelVisit,
  canKeepUntil,
  confirmVisit,
  keepVisit,
  type PatientOutcome,
} from '../changes/by-patient.ts'
import { storedAppointment } from '../changes/change.ts'
import type { Totals } from '../list/totals.ts'
import { addWish } from '../todo/repository.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'

export type ActParts = {
  pool: Pool
  blockers: CurrentBlockers
  totals: Pick<Totals, 'forget'>
  clinic: Pick<Clinic, 'booking' | 'country' | 'languages'>
  numberHash: (number: string) => Promise<string>
  now(): Date
}

const HOUR_MS = 3_600_000
/** Time after a message in which a reply is about it, in milliseconds. */
const ABOUT_MS = 72 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** Limit of answers to one number on a day: each costs the clinic money. */
const ANSWERS_A_DAY = 12

/**
 * Outcome of an SMS: its answer; or `nobody`, from an unknown number; `silent`, of a reply without need for an answer
 * or a number with many; `repeated`, delivered before.
 */
export type Acted = Answer | 'nobody' | 'silent' | 'repeated'

/**
 * Executes an SMS reply, once however often it is delivered, and queues its answer. It is about the appointment of the
 * last SMS to that number within 72 hours, and changes it only while its time and version are those of that SMS, or
 * those set by this number's own replies since. STOP and START count for every number.
 */
export async function actOn(parts: ActParts, sms: IncomingSms): Promise<Acted> {
  const { pool, clinic } = parts
  const now = parts.now()
  const number = senderOf(sms)
  if (number === null) return 'nobody'
  const numberHash = await parts.numberHash(number)
  if (!(await claimIncoming(pool, sms, { numberHash, now }))) return 'repeated'

  const reply = replyIn(sms.text, clinic.languages)
  if (reply === 'stop') await optOut(pool, number, now)
  if (reply === 'start') await optIn(pool, number)
  const about = await visitOf(parts, number, numberHash, now)
  if (!about) {
    await settleIncoming(pool, sms, 'nobody', null)
    return 'nobody'
  }
  const { answer, version } = await answerTo(parts, reply, sms.text, about, now)
  const isSaid = answer !== null && (await mayBeSaid(pool, answer, numberHash, now))
  const left = { id: about.visit.id, version }
  if (isSaid) await queueReply(pool, about.visit.id, answer)
  const acted = isSaid ? answer : 'silent'
  await settleIncoming(pool, sms, acted, left)
  return acted
}

type About = {
  visit: StoredAppointment
  /** Whether it matches the last message to the number, or the result of its own replies. */
  isAsTold: boolean
  /** Whether the message is an offer of another time, which is taken in its own way. */
  isOffer: boolean
}

async function visitOf(
  { pool, clinic }: ActParts,
  number: string,
  numberHash: string,
  now: Date,
): Promise<About | null> {
  const told = await lastSmsTo(pool, number, new Date(now.getTime() - ABOUT_MS))
  const visit = told && (await storedAppointment(pool, told.appointmentId))
  if (!told || !visit) return null
  // Another person's by now: the patient has another number.
  if ((await contactsOfAppointment(pool, visit.id, clinic.country))?.sms !== number) return null
  const version = Math.max(told.version, await versionLeft(pool, numberHash, visit.id))
  const isAsTold = visit.version === version && visit.startsAt.getTime() === told.startsAt.getTime()
  return { visit, isAsTold, isOffer: told.kind === 'offer' }
}

type Answered = {
  /** Null: no answer. */
  answer: Answer | null
  /** Version of the appointment after the reply. */
  version: number
}

async function answerTo(
  parts: ActParts,
  reply: Reply | null,
  text: string,
  { visit, isAsTold, isOffer }: About,
  now: Date,
): Promise<Answered> {
  const { pool } = parts
  const unchanged = (answer: Answer | null): Answered => ({ answer, version: visit.version })
  const by = { by: 'sms' as const, now }
  switch (reply) {
    case 'stop':
      return unchanged('stopped')
    case 'start':
      return unchanged('started')
    case 'call': {
      const outcome = await callMe(pool, visit.id, by)
      return 'appointment' in outcome && outcome.kind === 'done'
        ? { answer: 'call', version: outcome.appointment.version }
        : unchanged(null)
    }
    case 'confirm':
    case 'cancel':
      if (visit.startsAt <= now) return unchanged(reply === 'cancel' ? 'too_late' : null)
      return isAsTold && !isOffer ? act(parts, reply, visit, now) : unchanged('changed')
    default:
      await addWish(pool, 'reply_not_understood', visit.id, { now, words: wordsShown(text) })
      return unchanged('help')
  }
}

async function act(
  parts: ActParts,
  reply: 'confirm' | 'cancel',
  visit: StoredAppointment,
  now: Date,
): Promise<Answered> {
  const { pool, totals, clinic } = parts
  const { patientsConfirm = false } = clinic.booking
  const by = { by: 'sms' as const, now }
  const asked = { id: visit.id, version: visit.version }
  if (reply === 'confirm' && canKeepUntil(visit, now) !== null) {
    const kept = await keepVisit(parts, visit.id, by)
    totals.forget()
    if (kept.kind !== 'done') return { answer: 'is_cancelled', version: visit.version }
    asked.version = kept.appointment.version
  }
  const outcome =
    reply === 'confirm'
      ? await confirmVisit(pool, asked, { ...by, patientsConfirm })
      : await cancelVisit(pool, asked, {
          ...by,
          changeUntilMinutes: changeUntilMinutes(clinic.booking),
          reason: null,
        })
  if (outcome.kind === 'unknown') return { answer: null, version: visit.version }
  if (outcome.kind === 'too_late') await addWish(pool, 'cancel_too_late', visit.id, { now })
  if (outcome.kind === 'done' && reply === 'cancel') totals.forget()
  return { answer: saidOf(reply, outcome.kind), version: outcome.appointment.version }
}

/** The answer about the outcome of a confirmation or a cancellation. */
function saidOf(reply: 'confirm' | 'cancel', kind: Exclude<PatientOutcome['kind'], 'unknown'>): Answer {
  switch (kind) {
    case 'done':
      return reply === 'confirm' ? 'confirmed' : 'cancelled'
    case 'already_cancelled':
      return 'is_cancelled'
    case 'stale_version':
      return 'changed'
    default:
      return 'too_late'
  }
}

/** Limits answers: the help once a day, and all answers to a few a day. */
async function mayBeSaid(pool: Pool, answer: Answer, numberHash: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  if (answer === 'help' && (await countOf(pool, numberHash, { action: 'help', since })) > 0) return false
  return (await countOf(pool, numberHash, { action: null, since })) <= ANSWERS_A_DAY
}
