import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/events.ts'
import { reasonOf } from '../jobs/failure.ts'
import { throttled } from '../jobs/throttled.ts'
import { notify } from './channel.ts'

/** One process announces at most this often, in milliseconds. */
const PAUSE_MS = 100
/** More than the bookings of a second; beyond it the database does not keep up, and the confirmation jobs announce. */
const MOST_WAITING = 2_000

/**
 * Announces events after the fact, outside any transaction (a notification alone waits for no disk): the first at once,
 * those that come within the next 100 ms together. The caller neither waits nor hears of a failure: of a booking the
 * confirmation job tells once more.
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
      // The pause counts from the start and keeps no process alive.
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
