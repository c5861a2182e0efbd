import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { hardest, levelOf } from '../../accounts/abuse/levels.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createCallerLimit, createLimit, type Limit } from '../../platform/http/limits.ts'
import { TRIES } from './challenges.ts'

const QUARTER_SECONDS = 15 * 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const MESSAGE = 'Too many codes were requested. Please try again in {minutes} minutes or call the clinic.'
const TRIES_MESSAGE = 'Too many codes were entered. Please try again in {minutes} minutes or call the clinic.'

type Options = { pool: Pool; clinic: Pick<Clinic, 'oneTimeCodes' | 'messages' | 'timeZone'>; limits: boolean }

/** Names of one family, per hour: no more from one address, and from all in total each with a proof. */
const NAMES_PER_HOUR = 5
/** Wrong codes over all patients in an hour, past which each request needs a proof. */
const WRONG_PER_HOUR = 100
/** Codes for one contact from everywhere, as multiples of the number for one address without a proof. */
const CALLERS_PER_CONTACT = 3
/** For counts without a refusal. */
const ENDLESS = 1_000_000

export type RequestLimits = {
  /**
   * Counts a request for a code.
   * @returns how hard a proof is due, null: none
   * @throws HttpFailure 429 when this connection or network asks too often
   */
  ask(caller: Caller, contactKey: string): Promise<number | null>
  /** Gives a request back that lacked a proof, or returned names alone. */
  giveBack(caller: Caller, contactKey: string): Promise<void>
  /** Counts an answer with the names of a family; as `ask`. */
  names(caller: Caller, contactKey: string): Promise<number | null>
  /** Counts a code that is entered; as `ask`. */
  enter(caller: Caller): Promise<number | null>
  /** Counts a code that was wrong. */
  wrong(): Promise<void>
}

/**
 * Limits of requesting and entering codes. They count for everyone alike, and before any look-up. Refusing limits count
 * by the origin of a call: strangers elsewhere use up nothing of a patient's. Limits over all of them ask for proofs. A
 * caller may try as often as all of its permitted codes need.
 */
export function requestLimits({ pool, clinic, limits }: Options): RequestLimits {
  const { perCallerPerHour, perContactIn15Minutes } = clinic.oneTimeCodes
  const options = (name: string, uses: number, perSeconds: number, message = MESSAGE) => ({
    ...{ pool, name, uses, perSeconds, message, enabled: limits },
  })
  const perCaller = createCallerLimit(options('codes-by-caller', perCallerPerHour, HOUR_SECONDS))
  const perContact = createCallerLimit(options('codes-by-contact', perContactIn15Minutes, QUARTER_SECONDS))
  const ofContact = createLimit(options('codes-of-contact', ENDLESS, QUARTER_SECONDS))
  const names = createCallerLimit(options('names-by-contact', NAMES_PER_HOUR, HOUR_SECONDS))
  const namesOfContact = createLimit(options('names-of-contact', ENDLESS, HOUR_SECONDS))
  const tries = createCallerLimit(
    options('code-tries-by-caller', perCallerPerHour * TRIES, HOUR_SECONDS, TRIES_MESSAGE),
  )
  const wrong = createLimit(options('wrong-codes', ENDLESS, HOUR_SECONDS))
  const byGuesses = async () => levelOf(await wrong.used(ALL), WRONG_PER_HOUR)

  return {
    async ask(caller, contactKey) {
      await perCaller.use(caller)
      await perContact.use(caller, contactKey)
      const [asked, ofGuesses] = await Promise.all([ofContact.count(contactKey), byGuesses()])
      return hardest([levelOf(asked, CALLERS_PER_CONTACT * perContactIn15Minutes), ofGuesses])
    },
    async giveBack(caller, contactKey) {
      await Promise.all([ofContact.giveBack(contactKey), perContact.giveBack(caller, contactKey)])
    },
    async names(caller, contactKey) {
      await names.use(caller, contactKey)
      return levelOf(await namesOfContact.count(contactKey), NAMES_PER_HOUR)
    },
    async enter(caller) {
      await tries.use(caller)
      return byGuesses()
    },
    async wrong() {
      await wrong.count(ALL)
    },
  }
}

const ALL = 'all'

/** Codes leave a third of a day's SMS to messages about appointments; those leave a third to codes by default. */
const SMS_RESERVE = 3

/** Permission to send one more; one that was not used can be given back. */
export type Allowance = { take(): Promise<boolean>; giveBack(): Promise<void> }

/**
 * Limits of the worker. `to` a destination: as often as one caller may ask by one contact, so that clinic id, email and
 * phone of one person fill no inbox; counted for each mark of a caller, so that strangers elsewhere do not use up the
 * patient's share. `smsOn` a clinic day: the clinic's budget, which applies with RATE_LIMITS=off too; neither codes nor
 * messages about appointments use up all of it.
 */
export function sendingLimits({ pool, clinic, limits }: Options) {
  const { perContactIn15Minutes } = clinic.oneTimeCodes
  const smsPerDay = clinic.messages?.smsPerDay ?? clinic.oneTimeCodes.smsPerDay
  const third = Math.floor(smsPerDay / SMS_RESERVE)
  const ofCodes = Math.min(clinic.messages?.codesReserve ?? third, smsPerDay)
  const destination = createLimit({
    pool,
    message: MESSAGE,
    enabled: limits,
    name: 'codes-to',
    uses: perContactIn15Minutes,
    perSeconds: QUARTER_SECONDS,
  })
  const daily = (name: string, uses: number) =>
    createLimit({ pool, message: MESSAGE, enabled: true, name, uses, perSeconds: DAY_SECONDS })
  const sms = daily('sms-on', smsPerDay)
  const ofKind = {
    codes: daily('sms-of-codes-on', smsPerDay - third),
    visits: daily('sms-of-visits-on', smsPerDay - ofCodes),
  }
  return {
    to: (address: string, mark: string): Allowance => allowance(destination, `${address} ${mark}`),
    smsOn(kind: keyof typeof ofKind, now: Date): Allowance {
      const day = clinicDate(now, clinic.timeZone)
      return both(allowance(ofKind[kind], day), allowance(sms, day))
    },
  }
}

function both(one: Allowance, other: Allowance): Allowance {
  return {
    async take() {
      if (!(await one.take())) return false
      if (await other.take()) return true
      await one.giveBack()
      return false
    },
    giveBack: async () => void (await Promise.all([one.giveBack(), other.giveBack()])),
  }
}

function allowance(limit: Limit, key: string): Allowance {
  return {
    take: () =>
      limit.use(key).then(
        () => true,
        (reason: unknown) => {
          if (reason instanceof HttpFailure && reason.code === 'too_many_requests') return false
          throw reason
        },
      ),
    giveBack: () => limit.giveBack(key),
  }
}
