import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { clinicDate } from '../../domain/clinic-time.ts'
import { HttpFailure } from '../http/failure.ts'
import { createLimit, type Limit } from '../http/limits.ts'
import { TRIES } from './challenges.ts'

const QUARTER_SECONDS = 15 * 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const MESSAGE = 'Too many codes were asked for. Please try again in {minutes} minutes, or call the clinic.'
const TRIES_MESSAGE =
  'Too many codes were entered. Please try again in {minutes} minutes, or call the clinic.'

type Options = { pool: Pool; clinic: Pick<Clinic, 'oneTimeCodes' | 'timeZone'>; limits: boolean }

/**
 * How often a code may be asked for, and one be tried. They count for everyone alike, and before anybody is looked up.
 * A caller may try as often as all the codes take that it may ask for: who is let through there is not held up here, and
 * who makes up challenges ends.
 */
export function requestLimits({
  pool,
  clinic,
  limits,
}: Options): Record<'perCaller' | 'perContact' | 'triesPerCaller', Limit> {
  const { perCallerPerHour, perContactIn15Minutes } = clinic.oneTimeCodes
  const common = { pool, message: MESSAGE, enabled: limits }
  return {
    perCaller: createLimit({
      ...common,
      name: 'codes-by-caller',
      uses: perCallerPerHour,
      perSeconds: HOUR_SECONDS,
    }),
    perContact: createLimit({
      ...common,
      name: 'codes-by-contact',
      uses: perContactIn15Minutes,
      perSeconds: QUARTER_SECONDS,
    }),
    triesPerCaller: createLimit({
      ...common,
      message: TRIES_MESSAGE,
      name: 'code-tries-by-caller',
      uses: perCallerPerHour * TRIES,
      perSeconds: HOUR_SECONDS,
    }),
  }
}

/** Whether one more may go out; one that turned out not to can be given back. */
export type Allowance = { take(): Promise<boolean>; giveBack(): Promise<void> }

/**
 * How often the worker may send. `to` a destination: as often as one contact may ask, so that clinic id, email and
 * phone of one person together fill no inbox. `smsOn` a clinic day: what the clinic is willing to pay for, which holds
 * with RATE_LIMITS=off too.
 */
export function sendingLimits({ pool, clinic, limits }: Options) {
  const { perContactIn15Minutes, smsPerDay } = clinic.oneTimeCodes
  const destination = createLimit({
    pool,
    message: MESSAGE,
    enabled: limits,
    name: 'codes-to',
    uses: perContactIn15Minutes,
    perSeconds: QUARTER_SECONDS,
  })
  const sms = createLimit({
    pool,
    message: MESSAGE,
    enabled: true,
    name: 'sms-on',
    uses: smsPerDay,
    perSeconds: DAY_SECONDS,
  })
  return {
    to: (address: string): Allowance => allowance(destination, address),
    smsOn: (now: Date): Allowance => allowance(sms, clinicDate(now, clinic.timeZone)),
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
