import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { placeOf, reasonOf } from '../jobs/failure.ts'
import { accountMailJobsFrom } from '../jobs/index.ts'

type Parts = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error' | 'warn'>; now(): Date }

/** The entry of the hour, and a mail to each admin with it: from all processes together once an hour. */
const NOTICE = `
  WITH noticed AS (
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, once)
    VALUES (NULL, 'bookings.flood', 'clinic', 'all', $1)
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING RETURNING id
  ), admins AS (
    SELECT id FROM staff WHERE type = 'admin' AND disabled_at IS NULL AND EXISTS (SELECT FROM noticed)
  ) ${accountMailJobsFrom('admins', 'flood')}`

/** Tells the admins by mail that strangers book unusually much. It waits for nothing and throws nothing. */
export function floodNotice({ pool, log, now }: Parts): () => void {
  let lastHour = ''
  return () => {
    const hour = now().toISOString().slice(0, 13)
    if (hour === lastHour) return
    lastHour = hour
    log.warn('strangers book unusually much; admins are told')
    pool.query(NOTICE, [`flood:${hour}`]).catch((error: unknown) => {
      lastHour = ''
      log.error(
        { reason: reasonOf(error), at: placeOf(error) },
        'admins could not be told of a flood of bookings',
      )
    })
  }
}
