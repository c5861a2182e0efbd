import type { Pool } from 'pg'
import { connectOrExplain } from '../../platform/db/connect.ts'
import { createPool } from '../../platform/db/pool.ts'
import { STALE_MS } from '../../platform/db/standby-reads.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type Finding, ok, warning } from './finding.ts'

type Standby = { isStandby: boolean; receives: boolean; behindSeconds: number | null; feedback: boolean }

/** Whether received changes are applied, or since when not: by the standby's own clock. */
const ASKED = `
  SELECT pg_is_in_recovery() AS "isStandby",
         EXISTS (SELECT FROM pg_stat_wal_receiver) AS receives,
         CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
              ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END::float8 AS "behindSeconds",
         current_setting('hot_standby_feedback')::bool AS feedback`

/** The server of DATABASE_REPLICA_URL. Without it everything is read from the primary, so that nothing of it is wrong. */
export async function checkStandby(replicaUrl: string): Promise<Finding[]> {
  let pool: Pool
  try {
    pool = await connectOrExplain(replicaUrl, {
      setting: 'DATABASE_REPLICA_URL',
      create: (url) => createPool(url, 2, { standby: true }),
    })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [warning('Standby', error.message, 'Until it answers all is read from the primary.')]
  }
  try {
    const { rows } = await pool.query<Standby>(ASKED)
    return [standbyFinding(rows[0] as Standby)]
  } finally {
    await pool.end()
  }
}

/** Judges a state. */
export function standbyFinding({ isStandby, receives, behindSeconds, feedback }: Standby): Finding {
  if (!isStandby)
    return warning(
      'Standby',
      'DATABASE_REPLICA_URL leads to a primary.',
      'Let it lead to a standby, or leave it out: this takes no work off the primary.',
    )
  if (!receives)
    return warning(
      'Standby',
      'The server of DATABASE_REPLICA_URL receives nothing from a primary: nothing is read from it.',
      'See its log, and primary_conninfo there.',
    )
  const behind = behindSeconds ?? 0
  if (behind * 1000 > STALE_MS)
    return warning(
      'Standby',
      `The server of DATABASE_REPLICA_URL is ${Math.round(behind)} s behind: nothing is read from it.`,
      'See what holds it up: its disk, its network, or a long question on it.',
    )
  const cut = feedback ? '' : ' hot_standby_feedback is off there, so that a backup from it may be cut off.'
  return ok('Standby', `The server of DATABASE_REPLICA_URL follows its primary.${cut}`)
}
