import type { Pool } from 'pg'
import { newAdminJobsFrom } from '../jobs/enqueue.ts'

const NOTIFY = newAdminJobsFrom(
  `(SELECT id, $1::uuid AS about_id FROM staff WHERE type = 'admin' AND disabled_at IS NULL AND id <> $1) AS others`,
)

/** Tells all other admins by mail that somebody is an admin now. Call it in the transaction that makes them one. */
export async function notifyOfNewAdmin(db: Pick<Pool, 'query'>, staffId: string): Promise<void> {
  await db.query(NOTIFY, [staffId])
}
