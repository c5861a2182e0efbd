import type { Pool } from 'pg'
import type { AuditAction } from './actions.ts'
import { type Details, storedDetails } from './details.ts'

export type AuditEntry = {
  /** Null: the operator, on the command line. */
  staffId: string | null
  action: AuditAction
  subject: { kind: string; id: string }
  /** Ids, codes and numbers only: no name, no address, no typed text. */
  details?: Details
}

/**
 * Records a staff action (docs/decisions/031). Pass the transaction's client where there is one, so that
 * change and entry commit together.
 */
export async function audit(
  db: Pick<Pool, 'query'>,
  { staffId, action, subject, details }: AuditEntry,
): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details) VALUES ($1, $2, $3, $4, $5)`,
    [staffId, action, subject.kind, subject.id, details ? storedDetails(details) : null],
  )
}
