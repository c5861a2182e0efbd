import type { Pool } from 'pg'

export type AuditEntry = {
  /** Who did it; null: the person who runs the server, at its command line. */
  staffId: string | null
  /** A stable word, such as 'staff.disabled'. */
  action: string
  /** What it was done to. */
  subject: { kind: string; id: string }
  /** Ids and plain words only: no names, no addresses, nothing a patient typed. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
}

/**
 * Writes down a staff action (design, section 9). Give it the transaction's client where there is one,
 * so that the entry is there exactly when the change is.
 */
export async function audit(
  db: Pick<Pool, 'query'>,
  { staffId, action, subject, details }: AuditEntry,
): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details) VALUES ($1, $2, $3, $4, $5)`,
    [staffId, action, subject.kind, subject.id, details ? JSON.stringify(details) : null],
  )
}
