import { type Clock, systemClock } from 'pg-boss'

/**
 * A monotonic clock for the queue, which measures its polls: if the system clock were set back a day during
 * one, the worker would wait a day and send no mail. The database's clock decides when a job is due.
 */
export const steadyClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
}
