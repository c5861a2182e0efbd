import type { Pool } from 'pg'
import { type Replication, replicationOf } from '../../platform/db/replication.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const SLOW_SECONDS = 30
/** PostgreSQL fills a piece of its log at the latest in archive_timeout, which is minutes. */
const OLD_ARCHIVE_SECONDS = 3_600

/** Standbys and archive; nothing for a server that has neither. */
export async function checkReplication(db: Pick<Pool, 'query'>): Promise<Finding[]> {
  const replication = await replicationOf(db)
  return [...standbys(replication), ...archive(replication)]
}

/** Judges a state; separate from the query, since each state takes a cluster of its own to bring about. */
export function standbys({
  isClustered,
  wantsSynchronous,
  standbys,
  synchronous,
  lagSeconds,
}: Replication): Finding[] {
  if (!isClustered) return []
  const follow = `${standbys} standby${standbys === 1 ? ' follows' : 's follow'}`
  if (synchronous === null) {
    if (standbys === 0) return [none(wantsSynchronous)]
    return [
      warning(
        'Standbys',
        `${follow}; whether one is synchronous may not be seen.`,
        'As a superuser: GRANT pg_monitor TO the user of DATABASE_URL.',
      ),
    ]
  }
  if (synchronous === 0) return [none(wantsSynchronous)]
  if ((lagSeconds ?? 0) > SLOW_SECONDS) {
    const says = `${follow}, the slowest ${Math.round(lagSeconds ?? 0)} s behind.`
    return [
      warning('Standbys', says, 'See what holds it up: its disk, its network, or a long question on it.'),
    ]
  }
  return [ok('Standbys', `${follow}, ${synchronous} of them synchronous.`)]
}

const none = (wantsSynchronous: boolean): Finding =>
  wantsSynchronous
    ? wrong(
        'Standbys',
        'There is no synchronous standby: nobody can book.',
        'Bring one back: patronictl list.',
      )
    : wrong(
        'Standbys',
        'There is no synchronous standby: when the primary dies now, bookings that were acknowledged are lost.',
        'Bring one back, and set synchronous_mode_strict (docs/operations.md).',
      )

export function archive({ archiveSeconds, isArchiveFailing }: Replication): Finding[] {
  if (archiveSeconds === null) return []
  const age = `The log was last archived ${Math.round(archiveSeconds / 60)} minutes ago`
  if (isArchiveFailing)
    return [
      wrong(
        'Archive',
        `${age}, and the last try failed.`,
        'See the log of PostgreSQL: without it the disk fills up.',
      ),
    ]
  return archiveSeconds > OLD_ARCHIVE_SECONDS
    ? [warning('Archive', `${age}.`, 'Set archive_timeout to some minutes.')]
    : [ok('Archive', `${age}.`)]
}
