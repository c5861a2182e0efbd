import { type Clock, systemClock } from 'pg-boss'

/**
 * The queue measures by its clock how long a look for jobs took. On the system's own, one that is set back a day in the
 * middle of that makes the worker wait for a day, and no mail goes out. This one shows the time of the process's start and
 * what has passed since. When a job is due is decided by the database's clock, not by this one.
 */
export const steadyClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
}
