import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { placeOf, reasonOf } from '../../platform/process/failure.ts'
import { raiseAlarm } from '../audit/alarms.ts'

type Parts = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error' | 'warn'>; now(): Date }

const BOOKED = `SELECT count(*)::int AS bookings FROM appointments
  WHERE created_at > now() - interval '1 hour' AND caller IS NOT NULL`

/** Raises the alarm that strangers book unusually much. It waits for nothing and throws nothing. */
export function floodNotice({ pool, log, now }: Parts): () => void {
  let lastHour = ''
  async function raise(): Promise<void> {
    const { rows } = await pool.query<{ bookings: number }>(BOOKED)
    await raiseAlarm(pool, { kind: 'flood', about: null, details: { bookings: rows[0]?.bookings ?? 0 } })
  }
  return () => {
    // A stranger's every try comes here: one statement an hour is enough.
    const hour = now().toISOString().slice(0, 13)
    if (hour === lastHour) return
    lastHour = hour
    log.warn('strangers book unusually much; admins are told')
    raise().catch((error: unknown) => {
      lastHour = ''
      log.error(
        { reason: reasonOf(error), at: placeOf(error) },
        'admins could not be told of a flood of bookings',
      )
    })
  }
}
