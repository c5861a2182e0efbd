import type { Pool } from 'pg'

/** What a primary says of its standbys and its archive, by its own clock. */
export type Replication = {
  /** Whether it is one of several servers: it has or had standbys, or was told to have them. */
  isClustered: boolean
  /** Whether commits wait for a standby. */
  wantsSynchronous: boolean
  standbys: number
  /** Null: the user may not see it, since it is no member of pg_monitor. */
  synchronous: number | null
  /** Of the slowest, in seconds; null as above. */
  lagSeconds: number | null
  /** Since the last piece of the log was archived; null where nothing is archived. */
  archiveSeconds: number | null
  isArchiveFailing: boolean
}

const ASKED = `
  SELECT current_setting('synchronous_standby_names') <> '' AS "wantsSynchronous",
         s.standbys, s.synchronous, s.lag AS "lagSeconds",
         s.standbys > 0 OR current_setting('synchronous_standby_names') <> '' OR current_setting('cluster_name') <> ''
           OR EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'physical') AS "isClustered",
         CASE WHEN current_setting('archive_mode') <> 'off'
           THEN extract(epoch FROM now() - coalesce(a.last_archived_time, a.stats_reset))::float8 END AS "archiveSeconds",
         current_setting('archive_mode') <> 'off'
           AND coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) AS "isArchiveFailing"
  FROM pg_stat_archiver a,
       (SELECT count(*)::int AS standbys,
               CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
                 THEN count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))::int END AS synchronous,
               CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
                 THEN coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 END AS lag
        FROM pg_stat_replication) s`

export async function replicationOf(db: Pick<Pool, 'query'>): Promise<Replication> {
  const { rows } = await db.query<Replication>(ASKED)
  return rows[0] as Replication
}
