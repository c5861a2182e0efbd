import type { Pool } from 'pg'
import { clinicThreshold, levelOf } from './levels.ts'

/** Milliseconds for which the hour's count is taken as known; what this process books meanwhile is added. */
const COUNT_MS = 1_000
const USUAL_MS = 3_600_000
/** Counting ends here, in thresholds: far past it nothing becomes harder. */
const COUNTED_TO = 64

/** A busy hour among those with bookings: its 95th percentile, so that a few hours of a flood do not make it usual. */
const USUAL_HOUR = `
  SELECT coalesce(percentile_disc(0.95) WITHIN GROUP (ORDER BY booked), 0)::int AS usual
  FROM (SELECT count(*) AS booked FROM appointments
        WHERE created_at > now() - interval '28 days' AND created_at < date_trunc('hour', now())
        GROUP BY date_trunc('hour', created_at)) AS hours`
const THIS_HOUR = {
  name: 'strangers-bookings-of-the-hour',
  text: `SELECT count(*)::int AS booked FROM (
           SELECT FROM appointments WHERE created_at > now() - interval '1 hour' AND caller IS NOT NULL LIMIT $1) AS hour`,
}

export type ClinicHour = {
  /** How hard a proof is due of any stranger, by what all of them have booked within an hour; null: none. */
  level(): Promise<number | null>
  /** Counts one that this process has just stored. */
  booked(): void
}

/** Bookings of strangers in the whole clinic, against its own usual hour. By the database's clock, which dates them. */
export function clinicHour(pool: Pick<Pool, 'query'>, perCaller: number): ClinicHour {
  let threshold: { value: number; until: number } | undefined
  let count = { value: 0, until: 0 }
  let asking: Promise<void> | undefined

  async function ask(at: number): Promise<void> {
    if (!threshold || threshold.until < at) {
      const { rows } = await pool.query<{ usual: number }>(USUAL_HOUR)
      threshold = { value: clinicThreshold(rows[0]?.usual ?? 0, perCaller), until: at + USUAL_MS }
    }
    const { rows } = await pool.query<{ booked: number }>({
      ...THIS_HOUR,
      values: [COUNTED_TO * threshold.value],
    })
    count = { value: rows[0]?.booked ?? 0, until: at + COUNT_MS }
  }

  return {
    async level() {
      const at = performance.now()
      if (count.until <= at) {
        asking ??= ask(at).finally(() => {
          asking = undefined
        })
        await asking
      }
      return threshold ? levelOf(count.value + 1, threshold.value) : null
    },
    booked() {
      count.value += 1
    },
  }
}
