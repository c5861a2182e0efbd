import type { Caller } from '../../platform/http/caller.ts'
import type { CallerUses } from '../../platform/http/limits.ts'

/** Multiple of the threshold above which a caller's attempts are refused. */
export const HARD_STOP = 30
/** The clinic's own threshold: a multiple of its usual hour, and of a caller's threshold at least. */
const CLINIC_FACTOR = 3

/**
 * Level of the proof due for the nth use: none up to the threshold, then one of level 0, and one level more each time
 * that the uses double.
 * @returns null where none is due
 */
export function levelOf(uses: number, threshold: number): number | null {
  return uses <= threshold ? null : Math.floor(Math.log2(uses / threshold))
}

/** The same for uses of an address and of its network; the harder level counts. @param threshold of an address */
export function levelOfCaller(
  uses: CallerUses,
  { networkTimes }: Pick<Caller, 'networkTimes'>,
  threshold: number,
): number | null {
  return hardest([levelOf(uses.address, threshold), levelOf(uses.network, threshold * networkTimes)])
}

/**
 * Number of strangers' bookings in an hour from which the clinic as a whole asks for proofs.
 * @param usualHour bookings in a busy hour
 */
export function clinicThreshold(usualHour: number, perCaller: number): number {
  return CLINIC_FACTOR * Math.max(usualHour, perCaller)
}

/** The hardest of several due proofs; null: none is due. */
export function hardest(levels: readonly (number | null)[]): number | null {
  const due = levels.filter((level) => level !== null)
  return due.length === 0 ? null : Math.max(...due)
}
