import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { HAS, POSITION } from '../../platform/db/standby-reads.ts'
import { Refused } from '../../platform/process/command-errors.ts'

const CAUGHT_UP_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 200

/** Identity of a database and its cluster, the same on each of its machines. */
const WHICH =
  'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()'
type Which = { system: string; database: string }

/**
 * Waits until a standby has all that the primary had when this was called. Otherwise a standby that lost its primary last week
 * would give backups every night, each of them of last week.
 * @throws Refused when it is no standby of that primary, or does not catch up in time
 */
export async function caughtUp(
  primary: Pick<Pool, 'query'>,
  standby: Pick<ClientBase, 'query'>,
  withinMs = CAUGHT_UP_WITHIN_MS,
): Promise<void> {
  const { rows: positions } = await primary.query<{ position: string }>(POSITION)
  const [its, own] = [await primary.query<Which>(WHICH), await standby.query<Which>(WHICH)]
  if (its.rows[0]?.system !== own.rows[0]?.system || its.rows[0]?.database !== own.rows[0]?.database)
    throw new Refused('DATABASE_REPLICA_URL leads to no standby of the database of DATABASE_URL.')
  for (const end = performance.now() + withinMs; ; await delay(LOOK_EVERY_MS)) {
    const { rows } = await standby.query<{ there: boolean }>(HAS, [positions[0]?.position])
    if (rows[0]?.there) return
    if (performance.now() > end)
      throw new Refused(
        `The standby lacks what the primary had ${Math.round(withinMs / 1000)} s ago. Nothing was stored. ` +
          'See what holds it up (npm run doctor), or leave --standby out.',
      )
  }
}
