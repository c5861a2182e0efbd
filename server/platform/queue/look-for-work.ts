import type { Pool } from 'pg'
import { repeat } from '../process/repeat.ts'
import { CONFIRMATION_QUEUE } from './queues.ts'

type Parts = {
  pool: Pick<Pool, 'query'>
  /** Ids of the workers of each queue. */
  workers: ReadonlyMap<string, readonly string[]>
  everyMs: number
  /** Lets a worker fetch at once. */
  wake(worker: string): void
  /** The database has answered. */
  onHeard(): void
  /** Some process has booked within the last second. */
  onBooking(): void
  onError(error: unknown): void
}

/** With the words of the partial index by which workers fetch. */
const LOOK = `
  SELECT ARRAY(
    SELECT queue FROM unnest($1::text[]) AS queue
    WHERE EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after < now())
  ) AS due, EXISTS (
    SELECT FROM pgboss.job WHERE name = '${CONFIRMATION_QUEUE}' AND state < 'active' AND NOT blocked AND priority = 0
      AND created_on BETWEEN now() - interval '1 second' AND now()
  ) AS "isBooking"`

/**
 * Asks for all queues in one statement which of them have something to do, and wakes their workers. Workers that each ask for
 * themselves take three times as much of the processor while there is nothing, which is nearly always (docs/scale.md). It says
 * too whether anybody books, by confirmations that were just queued: another process on the same processor and disk may.
 */
export function lookForWork({ pool, workers, everyMs, wake, onHeard, onBooking, onError }: Parts) {
  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<{ due: string[]; isBooking: boolean }>({
        name: 'due-queues',
        text: LOOK,
        values: [[...workers.keys()]],
      })
      onHeard()
      if (rows[0]?.isBooking) onBooking()
      for (const queue of rows[0]?.due ?? []) for (const worker of workers.get(queue) ?? []) wake(worker)
    } catch (error) {
      onError(error)
    }
  }
  return repeat(everyMs, look)
}
