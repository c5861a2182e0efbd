import type { Pool } from 'pg'

/** A primary's view of its standbys and its archive, by its own clock. */
export type Replication = {
  /**
   * Whether standbys are configured: by name, by a slot, or because one follows. A cluster's name says nothing of that.
   */
  isClustered: boolean
  /** Whether commits wait for a standby. */
  wantsSynchronous: boolean
  standbys: number
  /** Null: the user may not see it, since it is no member of pg_monitor. */
  synchronous: number | null
  /** Lag of the slowest, in seconds; null as above, and where no standby follows. */
  lagSeconds: number | null
  /** Seconds since the last piece of the log was archived; null where nothing is archived. */
  archiveSeconds: number | null
  isArchiveFailing: boolean
}

/** Walsenders that copy a backup or feed a subscription. */
const NO_STANDBYS = `
          SELECT active_pid FROM pg_replication_slots
          WHERE active_pid IS NOT NULL AND (temporary OR slot_type = 'logical')`

const ASKED = `
  SELECT current_setting('synchronous_standby_names') <> '' AS "wantsSynchronous",
         s.standbys, s.synchronous, s.lag AS "lagSeconds",
         s.standbys > 0 OR current_setting('synchronous_standby_names') <> ''
           OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT temporary) AS "isClustered",
         CASE WHEN current_setting('archive_mode') <> 'off'
           THEN extract(epoch FROM now() - coalesce(a.last_archived_time, a.stats_reset))::float8 END AS "archiveSeconds",
         current_setting('archive_mode') <> 'off'
           AND coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) AS "isArchiveFailing"
  FROM pg_stat_archiver a,
       (SELECT count(*)::int AS standbys,
               CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
                 THEN count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))::int END AS synchronous,
               CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
                 THEN max(coalesce(extract(epoch FROM replay_lag), CASE WHEN state = 'streaming' THEN 0 END))::float8 END AS lag
        FROM pg_stat_replication
        WHERE state IS DISTINCT FROM 'backup' AND pid NOT IN (${NO_STANDBYS})) s`

export async function replicationOf(db: Pick<Pool, 'query'>): Promise<Replication> {
  const { rows } = await db.query<Replication>(ASKED)
  return rows[0] as Replication
}
