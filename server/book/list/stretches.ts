import type { Pool } from 'pg'
import { anyOrder, type ListConditions } from './filter.ts'

/** Number of a filter's appointments in each stretch of time. */
export type Stretches = {
  total: number
  /**
   * In order: the begin of each, and the number of appointments before it. All in one are over at the time of the
   * count, except in the last, which has no end.
   */
  stretches: readonly { from: Date; before: number }[]
  changes: number
}

/** A stretch has 30 days, or more where there would be over 400 of them. In seconds. */
const STRETCH_S = 30 * 86_400
const MOST = 400

/**
 * Times of the latest changes of appointments, as one number in SQL: another one means that an appointment was added,
 * or changed in a listed field. Several, since of two changes that overlap the later one may be there first. Rows
 * deleted directly in the database are not noticed.
 */
export const LATEST_CHANGES = `(SELECT coalesce(sum(date_part('epoch', updated_at)), 0)
  FROM (SELECT updated_at FROM appointments ORDER BY updated_at DESC LIMIT 50) AS latest)`

/** Counts all stretches. An appointment lasts at most four hours (a check of the table): earlier ones are over. */
export async function countStretches(
  pool: Pick<Pool, 'query'>,
  wanted: ListConditions,
  now: Date,
): Promise<Stretches> {
  const values = [...wanted.values, now]
  const earliest = wanted.statuses.map(
    (status) => `(SELECT min(starts_at) FROM appointments WHERE status = '${status}')`,
  )
  const inStretch = anyOrder(wanted, 'a.id', {
    further: 'a.starts_at >= s.begins AND a.starts_at < s.ends',
  })
  const { rows } = await pool.query<{ begins: Date[]; counts: number[]; changes: number }>(
    `WITH span AS (
       SELECT date_trunc('second', least(${earliest.join(', ')}, $${values.length})) AS first,
              $${values.length}::timestamptz - interval '4 hours' AS last
     ), stretch AS (
       SELECT begins, lead(begins, 1, 'infinity') OVER (ORDER BY begins) AS ends FROM (
         SELECT generate_series(first, last,
           make_interval(secs => greatest(${STRETCH_S}, ceil(extract(epoch FROM last - first) / ${MOST})))) FROM span
         UNION SELECT last FROM span
       ) AS b (begins)
     )
     SELECT array_agg(begins ORDER BY begins) AS begins,
            array_agg((SELECT count(*)::int FROM (${inStretch}) a) ORDER BY begins) AS counts,
            ${LATEST_CHANGES} AS changes
     FROM stretch s`,
    values,
  )
  const { begins, counts, changes } = rows[0] as (typeof rows)[number]
  let total = 0
  const stretches = begins.map((from, at) => {
    const before = total
    total += counts[at] as number
    return { from, before }
  })
  return { total, stretches, changes }
}

/** The same number as it is now. */
export async function latestChanges(pool: Pick<Pool, 'query'>): Promise<number | undefined> {
  const text = `SELECT ${LATEST_CHANGES} AS changes`
  const { rows } = await pool.query<{ changes: number }>({ name: 'appointments-changes', text })
  return rows[0]?.changes
}
