import type { Pool, PoolClient } from 'pg'
import { addDays } from '../../../domain/clinic-time.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'

type Span = {
  /** First and last day, 'YYYY-MM-DD' in clinic time. */
  from: string
  to: string
  timeZone: string
}

/**
 * Counts the days of a span that are uncounted or changed since: triggers note the time of a changed appointment or
 * message (`overview_changes`), and the day of such a time is invalidated. Nothing is missed: the notes are read and
 * the days counted from one snapshot, so that a change outside of it leaves its note for the next count.
 */
export function countDays(pool: Pool, span: Span): Promise<void> {
  // One after the other within a process too: a caller waiting for the lock would keep a connection that others need.
  const mine = counting.then(() => count(pool, span))
  counting = mine.catch(() => {})
  return mine
}
let counting: Promise<unknown> = Promise.resolve()

async function count(pool: Pool, span: Span): Promise<void> {
  if (await areCounted(pool, span)) return
  await inTransaction(pool, async (client) => {
    await beginAlone(client)
    await forgetChanged(client, span.timeZone)
    const { rows } = await client.query<{ days: string[] | null }>(MISSING, [span.from, span.to])
    const days = rows[0]?.days ?? null
    if (days === null) return
    for (const { from, to } of runsOf(days)) {
      for (const counting of [COUNT_DOCTORS, COUNT_VISITS, COUNT_MESSAGES])
        await client.query(counting, [from, to, span.timeZone])
    }
  })
}

/** Days that follow one another, as first and last. @param days in their order */
function runsOf(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

/** Invalidates changed days, so that the notes of changes stay few where the overview is rarely opened. */
export async function forgetChangedDays(pool: Pool, timeZone: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await beginAlone(client)
    await forgetChanged(client, timeZone)
  })
}

/** One at a time. LOCK takes no snapshot: it begins with the statement after, when others are done. */
async function beginAlone(client: PoolClient): Promise<void> {
  await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await client.query('LOCK TABLE overview_days IN SHARE ROW EXCLUSIVE MODE')
}

async function areCounted(pool: Pool, { from, to, timeZone }: Span): Promise<boolean> {
  const { rows } = await pool.query<{ counted: boolean }>({
    name: 'overview-counted',
    text: `SELECT NOT EXISTS (SELECT FROM overview_changes)
             AND (SELECT count(*) FROM overview_days WHERE day BETWEEN $1 AND $2 AND time_zone = $3) = $2::date - $1::date + 1 AS counted`,
    values: [from, to, timeZone],
  })
  return rows[0]?.counted ?? false
}

async function forgetChanged(client: PoolClient, timeZone: string): Promise<void> {
  const { rows } = await client.query<{ days: string[] | null }>(FORGET, [timeZone])
  const days = rows[0]?.days ?? null
  if (days === null) return
  await client.query('DELETE FROM overview_doctors WHERE day = ANY ($1::date[])', [days])
  await client.query('DELETE FROM overview_counts WHERE day = ANY ($1::date[])', [days])
}

/** Counts of another time zone are of no use either. */
const FORGET = `
  WITH changed AS (DELETE FROM overview_changes RETURNING at),
  forgotten AS (
    DELETE FROM overview_days
    WHERE time_zone <> $1 OR day IN (SELECT (at AT TIME ZONE $1)::date FROM changed) RETURNING day
  )
  SELECT array_agg(day::text) AS days FROM forgotten`

const MISSING = `
  SELECT array_agg(wanted::date::text ORDER BY wanted) AS days FROM generate_series($1::date, $2::date, interval '1 day') AS wanted
  WHERE NOT EXISTS (SELECT FROM overview_days WHERE day = wanted::date)`

/**
 * The instants of the days $1 to $2 in the zone $3. They are constants to the planner, which knows by them how many rows there are: of
 * days in a table it would take a ninth of all rows. What belongs to a row is looked up row by row, by LIMIT 1: to compare, the planner
 * would read another table as a whole, whose rows are few no longer in some years.
 */
const within = (column: string) =>
  `${column} >= $1::date::timestamp AT TIME ZONE $3 AND ${column} < ($2::date + 1)::timestamp AT TIME ZONE $3`
const dayOf = (column: string) => `(${column} AT TIME ZONE $3)::date`

/** By each status, since it leads the index by time. */
const OF_THE_DAYS = `
  a.status IN ('open', 'confirmed', 'cancelled') AND ${within('a.starts_at')} AND a.waiting_since IS NULL`

/** Minutes since the day began. */
const COUNT_DOCTORS = `
  WITH noted AS (
    INSERT INTO overview_days (day, time_zone)
    SELECT day::date, $3::text FROM generate_series($1::date, $2::date, interval '1 day') AS day
  )
  INSERT INTO overview_doctors (day, doctor_id, location, booked_minutes, done_minutes, busy)
  SELECT s.day, a.doctor_id, a.location, sum(m."to" - m."from"),
         coalesce(sum(m."to" - m."from") FILTER (WHERE a.visit = 'done'), 0),
         range_agg(int4range(m."from", m."to"))
  FROM appointments a
  CROSS JOIN LATERAL (SELECT ${dayOf('a.starts_at')} AS day) AS s
  CROSS JOIN LATERAL (SELECT (extract(epoch FROM a.starts_at - s.day::timestamp AT TIME ZONE $3) / 60)::int AS "from",
                             (extract(epoch FROM a.ends_at - s.day::timestamp AT TIME ZONE $3) / 60)::int AS "to") AS m
  WHERE ${OF_THE_DAYS} AND a.takes_time
  GROUP BY s.day, a.doctor_id, a.location`

const COUNT_VISITS = `
  WITH visits AS MATERIALIZED (
    SELECT ${dayOf('a.starts_at')} AS day, a.location, a.channel, a.takes_time, a.moved > 0 AS moved, a.status = 'cancelled' AS cancelled,
           a.status = 'cancelled' AND a.patient_cancelled_at IS NOT NULL AS declined, a.patient_confirmed_at IS NOT NULL AS confirmed,
           a.visit IN ('arrived', 'in_chair', 'done') IS TRUE AS came, a.visit IS NOT DISTINCT FROM 'no_show' AS missed,
           extract(hour FROM a.starts_at AT TIME ZONE $3)::int AS hour,
           ${dayOf('a.starts_at')} - ${dayOf('a.created_at')} AS ahead,
           reminder.sent IS TRUE AS reminded, call.asked IS TRUE AS asked
    FROM appointments a
    LEFT JOIN LATERAL (
      SELECT true AS sent FROM messages m
      WHERE m.appointment_id = a.id AND m.kind = 'reminder' AND m.state = 'sent' AND m.starts_at = a.starts_at LIMIT 1
    ) AS reminder ON true
    LEFT JOIN LATERAL (
      SELECT true AS asked FROM todos t WHERE t.appointment_id = a.id AND t.kind = 'asked_to_call' LIMIT 1
    ) AS call ON true
    WHERE ${OF_THE_DAYS}
  )
  INSERT INTO overview_counts (day, location, about, key, visits, came, missed)
  SELECT day, location, about, key, count(*), count(*) FILTER (WHERE came), count(*) FILTER (WHERE missed)
  FROM visits CROSS JOIN LATERAL (VALUES
    (CASE WHEN NOT cancelled THEN 'visit' END,
     concat_ws(' ', channel, CASE WHEN reminded THEN 'yes' ELSE 'no' END, CASE WHEN confirmed THEN 'yes' ELSE 'no' END)),
    (CASE WHEN NOT cancelled AND channel <> 'walk_in' THEN 'ahead' END,
     CASE WHEN ahead <= 0 THEN 'same_day' WHEN ahead <= 2 THEN ahead::text WHEN ahead <= 7 THEN '3_7'
          WHEN ahead <= 14 THEN '8_14' ELSE 'over_14' END),
    (CASE WHEN takes_time THEN 'hour' END, hour::text),
    (CASE WHEN NOT cancelled AND moved THEN 'moved' END, ''),
    (CASE WHEN cancelled THEN 'cancelled' END, CASE WHEN declined THEN 'patient' ELSE 'clinic' END),
    (CASE WHEN reminded THEN 'answer' END,
     CASE WHEN declined THEN 'no' WHEN confirmed THEN 'yes' WHEN asked THEN 'call' ELSE 'none' END)
  ) AS counted (about, key)
  WHERE about IS NOT NULL
  GROUP BY day, location, about, key`

const COUNT_MESSAGES = `
  INSERT INTO overview_counts (day, location, about, key, visits, came, missed)
  SELECT ${dayOf('m.settled_at')}, a.location, 'message', concat_ws(' ', m.kind, coalesce(m.channel, '-'), m.state), count(*), 0, 0
  FROM messages m CROSS JOIN LATERAL (SELECT location FROM appointments WHERE id = m.appointment_id LIMIT 1) AS a
  WHERE ${within('m.settled_at')} AND m.state IN ('sent', 'refused', 'given_up', 'unknown', 'no_contact', 'no_gateway')
  GROUP BY 1, a.location, m.kind, m.channel, m.state`
