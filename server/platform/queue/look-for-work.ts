import type { Pool } from 'pg'
import { repeat } from '../process/repeat.ts'
import type { Queue } from './job.ts'

type Parts = {
  pool: Pick<Pool, 'query'>
  /** Ids of the workers of each queue. */
  workers: ReadonlyMap<string, readonly string[]>
  /** Queues whose new jobs show that somebody books. */
  bookings: readonly Queue[]
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
const dueQueues = (bookings: readonly Queue[]) => `
  SELECT ARRAY(
    SELECT queue FROM unnest($1::text[]) AS queue
    WHERE EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after < now())
  ) AS due, EXISTS (
    SELECT FROM pgboss.job WHERE name IN (${bookings.map(({ name }) => `'${name}'`).join() || 'null'}) AND state < 'active' AND NOT blocked AND priority = 0
      AND created_on BETWEEN now() - interval '1 second' AND now()
  ) AS "isBooking"`

/**
 * Polls all queues by one statement, and wakes the workers of those with due jobs. Workers that each poll for themselves
 * take three times as much of the processor while there is nothing, which is nearly always (docs/scale.md). Also notices
 * bookings, by confirmations that were just queued: another process on the same processor and disk may take them.
 */
export function lookForWork({ pool, workers, bookings, everyMs, wake, onHeard, onBooking, onError }: Parts) {
  const text = dueQueues(bookings)
  async function wakeDue(): Promise<void> {
    try {
      const { rows } = await pool.query<{ due: string[]; isBooking: boolean }>({
        name: 'due-queues',
        text,
        values: [[...workers.keys()]],
      })
      onHeard()
      if (rows[0]?.isBooking) onBooking()
      for (const queue of rows[0]?.due ?? []) for (const worker of workers.get(queue) ?? []) wake(worker)
    } catch (error) {
      onError(error)
    }
  }
  return repeat(everyMs, wakeDue)
}
