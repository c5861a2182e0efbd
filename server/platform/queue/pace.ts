/** Messages per second beside bookings, evenly, so that no booking waits behind a burst. */
const BESIDE_PER_SECOND = 45
/** Time after a booking in which others are expected, in milliseconds. */
const BOOKING_MS = 1_000

export type Pace = {
  /** Notes a booking: each of this process, and twice a second those of others. */
  noteBooking(): void
  /**
   * Resolves when one more message may be sent: at once while there are no bookings. Change notices precede reminders.
   */
  turn(urgency: Urgency): Promise<void>
}

export type Urgency = 'change' | 'reminder'

type Options = {
  /** Milliseconds, steady. */
  clock?: () => number
  wait?: (ms: number, then: () => void) => void
}

/** Messages wait for bookings: both share a processor, a database and its disk. */
export function createPace({
  clock = () => performance.now(),
  wait = (ms, then) => void setTimeout(then, ms),
}: Options = {}): Pace {
  const everyMs = 1_000 / BESIDE_PER_SECOND
  const waiting: Record<Urgency, (() => void)[]> = { change: [], reminder: [] }
  let bookedAt = Number.NEGATIVE_INFINITY
  let lastAt = Number.NEGATIVE_INFINITY
  let isTicking = false

  const isBooking = () => clock() - bookedAt < BOOKING_MS
  const take = () => waiting.change.shift() ?? waiting.reminder.shift()

  function tick(): void {
    isTicking = false
    while (waiting.change.length + waiting.reminder.length > 0) {
      const left = isBooking() ? lastAt + everyMs - clock() : 0
      if (left > 0) {
        isTicking = true
        wait(left, tick)
        return
      }
      // A late timer doesn't slow the rest down, within a few messages.
      lastAt = Math.max(lastAt + everyMs, clock() - 3 * everyMs)
      take()?.()
    }
  }

  return {
    noteBooking() {
      bookedAt = clock()
    },
    turn(urgency) {
      const turn = new Promise<void>((resolve) => waiting[urgency].push(resolve))
      if (!isTicking) tick()
      return turn
    },
  }
}
