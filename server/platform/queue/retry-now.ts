import type { Pool } from 'pg'

/**
 * Lets all jobs that wait for their next try for this reason be tried at once: what held them up is over.
 * @param reason how it begins, as a failure's message has it
 */
export async function retryNow(pool: Pick<Pool, 'query'>, reason: string): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET start_after = now()
     WHERE state = 'retry' AND start_after > now() AND starts_with(output ->> 'reason', $1)`,
    [reason],
  )
}
