import type { Pool } from 'pg'
import type { Caller } from '../../platform/http/caller.ts'
import { createCallerLimit } from '../../platform/http/limits.ts'
import { type ClinicHour, clinicHour } from './clinic-hour.ts'
import { HARD_STOP, hardest, levelOfCaller } from './levels.ts'

const MESSAGE =
  'Too many booking tries from your connection. Please try again in {minutes} minutes, or call the clinic.'
/** From this level on one caller alone is worth telling the admins: over four times the threshold. */
const TOLD_FROM = 2

export type BookingFlood = {
  /**
   * Counts a try.
   * @returns how hard a proof is due (null: none), and whether admins should hear of it
   * @throws HttpFailure 429 far past the threshold of one caller
   */
  count(caller: Caller): Promise<{ level: number | null; isTold: boolean }>
  /** Takes a try back: it was a repetition, was asked for a proof, or failed by a fault of ours. */
  giveBack(caller: Caller): Promise<void>
  /** A stranger's booking was stored. */
  booked(): void
}

type Options = {
  pool: Pool
  /** Tries of one caller in an hour from which on each needs a proof. */
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
