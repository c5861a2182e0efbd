import type { Pool } from 'pg'
import type { Caller } from '../http/caller.ts'
import { createLimit } from '../http/limits.ts'
import { type ClinicHour, clinicHour } from './clinic-hour.ts'
import { HARD_STOP, hardest, levelOf } from './levels.ts'

const MESSAGE =
  'Too many booking tries from your connection. Please try again in {minutes} minutes, or call the clinic.'
/** From this level on one caller alone is worth telling the admins: over four times the threshold. */
const TOLD_FROM = 2

export type BookingFlood = {
  /**
   * Counts a try.
   * @param caller null: unknown, and counted with the clinic as a whole alone
   * @returns how hard a proof is due (null: none), and whether admins should hear of it
   * @throws HttpFailure 429 far past the threshold of one caller
   */
  count(caller: Caller | null): Promise<{ level: number | null; isTold: boolean }>
  /** Takes a try back: it was a repetition, was asked for a proof, or failed by a fault of ours. */
  giveBack(caller: Caller | null): Promise<void>
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
  const uses = HARD_STOP * perCaller
  const common = { pool, uses, perSeconds: 3_600, message: MESSAGE, enabled: limits }
  const tries = {
    address: createLimit({ ...common, name: 'booking-tries' }),
    network: createLimit({ ...common, name: 'booking-tries-of-network' }),
  }
  const lastHour: ClinicHour = limits
    ? clinicHour(pool, perCaller)
    : { level: async () => null, booked: () => {} }

  /** One count where network and connection are the same. */
  const countsOf = ({ address, network }: Caller) =>
    address === network
      ? [() => tries.address.count(address)]
      : [() => tries.address.count(address), () => tries.network.count(network)]

  return {
    async count(caller) {
      const [ofClinic, ...ofCaller] = await Promise.all([
        lastHour.level(),
        ...(caller ? countsOf(caller).map((count) => count().then((used) => levelOf(used, perCaller))) : []),
      ])
      const level = hardest([ofClinic ?? null, ...ofCaller])
      return { level, isTold: (ofClinic ?? null) !== null || (hardest(ofCaller) ?? 0) >= TOLD_FROM }
    },
    async giveBack(caller) {
      if (!caller) return
      const { address, network } = caller
      await Promise.all([
        tries.address.giveBack(address),
        ...(address === network ? [] : [tries.network.giveBack(network)]),
      ])
    },
    booked: lastHour.booked,
  }
}
