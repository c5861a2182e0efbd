import type { Pool } from 'pg'

/**
 * Runs SQL that the guard of the audit trail refuses, as the owner of its table can: it is for setting up a test.
 * @param sql `DELETE FROM audit_log` for an empty one
 */
export async function aroundGuard(pool: Pick<Pool, 'query'>, sql: string): Promise<void> {
  await pool.query(
    `ALTER TABLE audit_log DISABLE TRIGGER USER; ${sql}; ALTER TABLE audit_log ENABLE TRIGGER USER`,
  )
}
