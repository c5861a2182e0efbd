import type { Pool } from 'pg'

const DAY_MS = 86_400_000
/** Longer than this without a run is a jump of the clock, or a server that was off: both look alike. */
const JUMP_MS = 7 * DAY_MS
/** Time that the clock must run steadily after a jump before it erases anything. */
const PROBATION_MS = 7 * DAY_MS
/** A clock that is set back by less is only corrected. */
const BACK_MS = 3_600_000

type Runs = { lastAt: Date; steadySince: Date | null }

/**
 * Decides whether retention may use a clock: not within a week after it jumped, forwards by more than a week or back by
 * more than an hour, since erasing is final. @param known null: it never ran before
 */
export function afterRun(known: Runs | null, now: Date): Runs & { mayRetire: boolean } {
  const passed = known === null ? 0 : now.getTime() - known.lastAt.getTime()
  const jumped = passed > JUMP_MS || passed < -BACK_MS
  const steadySince = jumped ? now : (known?.steadySince ?? null)
  const isSteady = steadySince === null || now.getTime() - steadySince.getTime() >= PROBATION_MS
  return { lastAt: now, steadySince: isSteady ? null : steadySince, mayRetire: isSteady }
}

/**
 * Records a run of retention, and reports whether it may erase. Before the first run the newest entry of the audit
 * trail replaces the last one.
 */
export async function noteRun(pool: Pick<Pool, 'query'>, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ lastAt: Date | null; steadySince: Date | null }>(
    `SELECT coalesce((SELECT last_at FROM retention_runs), (SELECT at FROM audit_log ORDER BY id DESC LIMIT 1)) AS "lastAt",
       (SELECT steady_since FROM retention_runs) AS "steadySince"`,
  )
  const [{ lastAt, steadySince }] = rows as [(typeof rows)[0]]
  const run = afterRun(lastAt === null ? null : { lastAt, steadySince }, now)
  await pool.query(
    `INSERT INTO retention_runs (last_at, steady_since) VALUES ($1, $2)
     ON CONFLICT ("only") DO UPDATE SET last_at = excluded.last_at, steady_since = excluded.steady_since`,
    [run.lastAt, run.steadySince],
  )
  return run.mayRetire
}
