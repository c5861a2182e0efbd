import { inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { idempotencyKeys } from '../db/schema.ts'

/** Rows deleted by one statement: short locks, far under the statement time limit. */
const PORTION = 5_000

/**
 * Deletes the answers kept for repeated bookings when they are older than 24 hours (design: the same key within
 * 24 h returns the first answer). Age is by the database's clock, which also wrote `created_at`.
 */
export async function housekeeping(db: Pick<NodePgDatabase, 'select' | 'delete'>): Promise<void> {
  const old = db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`))
    .limit(PORTION)
  for (;;) {
    const { rowCount } = await db.delete(idempotencyKeys).where(inArray(idempotencyKeys.key, old))
    if ((rowCount ?? 0) < PORTION) return
  }
}
