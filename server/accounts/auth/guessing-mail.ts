import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { accountMailJobsFrom } from '../mails/queue.ts'

const DAY_MS = 86_400_000

const NOTIFY = `WITH person AS (
    UPDATE staff SET guessing_told_at = $2
    WHERE username = $1 AND disabled_at IS NULL AND (guessing_told_at IS NULL OR guessing_told_at <= $3)
    RETURNING id
  ) ${accountMailJobsFrom('person', 'guessing')}`

/**
 * Mails the owner of an account at whose password somebody guesses, once a day at most.
 * @returns a function that does not wait for it, so that no answer shows by its time whether there is an account
 */
export function notifyOfGuessing({
  pool,
  now,
  log,
}: {
  pool: Pool
  now(): Date
  log: Pick<Logger, 'warn'>
}): (username: string) => void {
  return (username) => {
    const at = now()
    // PostgreSQL accepts no NUL in a text; no username has one.
    const values = [username.replaceAll('\0', '\ufffd'), at, new Date(at.getTime() - DAY_MS)]
    pool.query(NOTIFY, values).catch(() => log.warn('the owner of an account could not be told of guessing'))
  }
}
