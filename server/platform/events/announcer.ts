import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveEvent } from '../../../contract/events.ts'
import { reasonOf } from '../process/failure.ts'
import { throttled } from '../process/throttled.ts'
import { notify } from './channel.ts'

/** Shortest interval between announcements of a process, in milliseconds. */
const PAUSE_MS = 100
/**
 * More than the bookings of a second. Beyond it the database is too slow, and confirmation jobs announce
 * instead.
 */
const MOST_WAITING = 2_000

/**
 * Throttles announcements, which run outside any transaction (a notification alone waits for no disk): the first is
 * sent at once, those of the next 100 ms as a batch. Callers neither wait nor get failures: the confirmation job
 * announces a booking again.
 */
export function createAnnouncer(
  pool: Pick<Pool, 'query'>,
  log: Pick<Logger, 'warn'>,
): (event: LiveEvent) => void {
  let waiting: LiveEvent[] = []
  let sending = false
  const report = throttled()

  async function send(): Promise<void> {
    sending = true
    while (waiting.length > 0) {
      const events = waiting
      waiting = []
      // Counted from the start; it keeps no process alive.
      const pause = delay(PAUSE_MS, undefined, { ref: false })
      try {
        await notify(pool, ...events)
      } catch (error) {
        const reason = reasonOf(error)
        report(reason, () => log.warn({ reason, events: events.length }, 'events not announced'))
      }
      await pause
    }
    sending = false
  }

  return (event) => {
    if (waiting.length < MOST_WAITING) waiting.push(event)
    if (!sending) void send()
  }
}
