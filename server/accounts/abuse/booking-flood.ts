import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Caller } from '../../platform/http/caller.ts'
import { createCallerLimit } from '../../platform/http/limits.ts'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { raiseAlarm } from '../audit/alarms.ts'
import { clinicThreshold, HARD_STOP, hardest, levelOf, levelOfCaller } from './levels.ts'

const MESSAGE =
  'Too many booking tries from your connection. Please try again in {minutes} minutes, or call the clinic.'
/** Level from which one caller alone is reported to the admins: over four times the threshold. */
const TOLD_FROM = 2

export type BookingFlood = {
  /**
   * Counts an attempt.
   * @returns level of the due proof (null: none), and whether to notify admins
   * @throws HttpFailure 429 far past the threshold of one caller
   */
  count(caller: Caller): Promise<{ level: number | null; isTold: boolean }>
  /** Gives an attempt back: it was a retry, lacked a proof, or failed by a fault of ours. */
  giveBack(caller: Caller): Promise<void>
  /** A stranger's booking was stored. */
  booked(): void
}

type Options = {
  pool: Pool
  /** Attempts of one caller in an hour from which on each needs a proof. */
  perCaller: number
  /** False lifts all of it. */
  limits: boolean
}

/**
 * Bookings of strangers by connection and network, and in the whole clinic. Whole towns share one address on mobile
 * networks, so a high count asks for proofs, and refuses only far beyond (docs/decisions/029).
 */
export function bookingFlood({ pool, perCaller, limits }: Options): BookingFlood {
  const tries = createCallerLimit({
    pool,
    name: 'booking-tries',
    uses: HARD_STOP * perCaller,
    perSeconds: 3_600,
    message: MESSAGE,
    enabled: limits,
  })
  const lastHour: ClinicHour = limits
    ? clinicHour(pool, perCaller)
    : { level: async () => null, booked: () => {} }

  return {
    async count(caller) {
      const [ofClinic, uses] = await Promise.all([lastHour.level(), tries.use(caller)])
      const ofCaller = levelOfCaller(uses, caller, perCaller)
      const isTold = (ofClinic ?? null) !== null || (ofCaller ?? 0) >= TOLD_FROM
      return { level: hardest([ofClinic ?? null, ofCaller]), isTold }
    },
    giveBack: (caller) => tries.giveBack(caller),
    booked: lastHour.booked,
  }
}

/** Milliseconds for which the hour's count is cached; this process's bookings meanwhile are added. */
const COUNT_MS = 1_000
const USUAL_MS = 3_600_000
/** Counting ends here, in thresholds: far past it nothing becomes harder. */
const COUNTED_TO = 64

/** A busy hour among those with bookings: its 95th percentile, so that a few hours of abuse do not make it usual. */
const USUAL_HOUR = `
  SELECT coalesce(percentile_disc(0.95) WITHIN GROUP (ORDER BY booked), 0)::int AS usual
  FROM (SELECT count(*) AS booked FROM appointments
        WHERE created_at > now() - interval '28 days' AND created_at < date_trunc('hour', now())
        GROUP BY date_trunc('hour', created_at)) AS hours`
const THIS_HOUR = {
  name: 'strangers-bookings-of-the-hour',
  text: `SELECT count(*)::int AS booked FROM (
           SELECT FROM appointments WHERE created_at > now() - interval '1 hour' AND caller IS NOT NULL LIMIT $1) AS hour`,
}

type ClinicHour = {
  /** Level of the proof due from any stranger, by all bookings within an hour; null: none. */
  level(): Promise<number | null>
  /** Counts one that this process has just stored. */
  booked(): void
}

/** Bookings of strangers in the whole clinic, against its own usual hour. By the database's clock, which dates them. */
function clinicHour(pool: Pick<Pool, 'query'>, perCaller: number): ClinicHour {
  let threshold: { value: number; until: number } | undefined
  let count = { value: 0, until: 0 }
  let asking: Promise<void> | undefined

  async function recount(at: number): Promise<void> {
    if (!threshold || threshold.until < at) {
      const { rows } = await pool.query<{ usual: number }>(USUAL_HOUR)
      threshold = { value: clinicThreshold(rows[0]?.usual ?? 0, perCaller), until: at + USUAL_MS }
    }
    const { rows } = await pool.query<{ booked: number }>({
      ...THIS_HOUR,
      values: [COUNTED_TO * threshold.value],
    })
    count = { value: rows[0]?.booked ?? 0, until: at + COUNT_MS }
  }

  return {
    async level() {
      const at = performance.now()
      if (count.until <= at) {
        asking ??= recount(at).finally(() => {
          asking = undefined
        })
        await asking
      }
      return threshold ? levelOf(count.value + 1, threshold.value) : null
    },
    booked() {
      count.value += 1
    },
  }
}

type Parts = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error' | 'warn'>; now(): Date }

const BOOKED = `SELECT count(*)::int AS bookings FROM appointments
  WHERE created_at > now() - interval '1 hour' AND caller IS NOT NULL`

/** Raises the alarm that strangers book unusually much. It waits for nothing and throws nothing. */
export function floodNotice({ pool, log, now }: Parts): () => void {
  let lastHour = ''
  async function raise(): Promise<void> {
    const { rows } = await pool.query<{ bookings: number }>(BOOKED)
    await raiseAlarm(pool, { kind: 'flood', about: null, details: { bookings: rows[0]?.bookings ?? 0 } })
  }
  return () => {
    // A stranger's every try comes here: one statement an hour is enough.
    const hour = now().toISOString().slice(0, 13)
    if (hour === lastHour) return
    lastHour = hour
    log.warn('strangers book unusually much; admins are told')
    raise().catch((error: unknown) => {
      lastHour = ''
      log.error(
        { reason: reasonOf(error), at: placeOf(error) },
        'admins could not be told of a flood of bookings',
      )
    })
  }
}
