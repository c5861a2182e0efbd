import { waitFor } from '../../server/platform/db/embedded/wait-for.ts'
import { PATIENCE } from './options.ts'

export type Slot = { location: string; doctorId: string | null; date: string; time: string }

/** A booking to make, resent with the same key until there is a definite answer. */
export type Wish = Slot & {
  key: string
  /** Identifies the booking; '' for a registered patient, who gets an SMS. */
  email: string
}

/** `at`: where it was moved to last, or was booked at. */
export type Acknowledged = { wish: Wish; reference: string; at: Slot; moves: number }

/** Times are of performance.now(). */
export type Answered = {
  path: string
  startedAt: number
  endedAt: number
  outcome: 'good' | 'unavailable' | 'cut'
  /** Status of a success; otherwise 0. */
  status: number
}

/** Recovery is measured by bookings, since other calls may need no database. */
export const BOOK_PATH = '/api/appointments/book'

/** The answers that callers got. */
export type Ledger = {
  acknowledged: ReadonlyMap<string, Acknowledged>
  refused: ReadonlySet<string>
  count: Record<Answered['outcome'], number>
  /** Each with its count. */
  problems(): string[]
  note(answered: Answered): void
  acknowledge(wish: Wish, reference: string): void
  refuse(wish: Wish): void
  /** The desk got the answer that the booking under this key is now at another time. */
  move(key: string, to: Slot): void
  /** Number of acknowledged bookings that were requested after a moment. */
  bookedSince(moment: number): number
  problem(words: string): void
  /** Time of the first successful booking requested after a moment. @returns milliseconds from that moment */
  recoveryFrom(moment: number): Promise<number>
  /**
   * End of the first request that failed after a moment, of performance.now(); undefined when none does
   * before the deadline.
   */
  firstFailureAfter(moment: number, withinMs: number): Promise<number | undefined>
}

/** Deadline in milliseconds for recovering without help. */
const BACK_WITHIN_MS = 120_000 * PATIENCE
const KINDS_KEPT = 20

/** A refusal of a time that is taken proves nothing: it writes nothing. */
const isBooked = ({ status, startedAt }: Answered, since: number) => status === 201 && startedAt >= since

export function createLedger(): Ledger {
  const acknowledged = new Map<string, Acknowledged>()
  const refused = new Set<string>()
  const count = { good: 0, unavailable: 0, cut: 0 }
  const problems = new Map<string, number>()
  let recent: Answered[] = []

  function problem(words: string): void {
    const kind = problems.has(words) || problems.size < KINDS_KEPT ? words : 'other problems'
    problems.set(kind, (problems.get(kind) ?? 0) + 1)
  }

  return {
    acknowledged,
    refused,
    count,
    problems: () => [...problems].map(([words, times]) => (times > 1 ? `${words} (${times} times)` : words)),
    problem,
    note(answered) {
      count[answered.outcome]++
      if (answered.path === BOOK_PATH) recent.push(answered)
      if (recent.length > 5_000) recent = recent.slice(-2_500)
    },
    acknowledge(wish, reference) {
      const before = acknowledged.get(wish.key)
      if (before && before.reference !== reference) {
        problem(`the same key was answered with ${before.reference} and with ${reference}`)
      }
      if (refused.has(wish.key)) problem(`${reference} was refused and acknowledged under one key`)
      // It may have been moved since.
      if (!before) acknowledged.set(wish.key, { wish, reference, at: wish, moves: 0 })
    },
    refuse(wish) {
      if (acknowledged.has(wish.key))
        problem('a booking that was acknowledged was refused under the same key')
      refused.add(wish.key)
    },
    move(key, to) {
      const told = acknowledged.get(key)
      if (told) acknowledged.set(key, { ...told, at: to, moves: told.moves + 1 })
    },
    bookedSince: (moment) => recent.filter((each) => isBooked(each, moment)).length,
    async recoveryFrom(moment) {
      const first = () => recent.find((each) => isBooked(each, moment))?.endedAt
      if (await waitFor(() => first() !== undefined, BACK_WITHIN_MS)) return (first() ?? moment) - moment
      problem(`the service did not come back within ${BACK_WITHIN_MS / 1000} s`)
      return BACK_WITHIN_MS
    },
    async firstFailureAfter(moment, withinMs) {
      const failure = () =>
        recent.find(({ outcome, endedAt }) => outcome !== 'good' && endedAt >= moment)?.endedAt
      await waitFor(() => failure() !== undefined, withinMs)
      return failure()
    },
  }
}
