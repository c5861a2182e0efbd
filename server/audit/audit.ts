import type { Pool } from 'pg'

export type AuditEntry = {
  /** Null: the operator, on the command line. */
  staffId: string | null
  /** A stable code, such as 'staff.disabled'. */
  action: string
  subject: { kind: string; id: string }
  /**
   * Ids and codes only: nobody's name, no address, nothing a patient typed. `name` is what an API key, a feed or a webhook
   * was called at that time, since those go and ids say nothing.
   */
  details?: Record<string, string | number | boolean | null | readonly string[]>
}

/**
 * Records a staff action (design, section 9). Pass the transaction's client where there is one, so that
 * change and entry commit together.
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
