import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { placeOf, reasonOf } from '../jobs/failure.ts'
import type { AuditEntry } from './audit.ts'

/** Reads of this hour that a process remembers; forgetting one costs a statement. */
const REMEMBERED = 10_000

type Read = Omit<AuditEntry, 'staffId'> & {
  /** Distinguishes entries within the hour, besides who, what and whether a person asked. */
  kind?: string
}

export type ReadTrail = (c: Context, read: Read) => Promise<void>

type Parts = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error'>; now(): Date }

/**
 * Records reads of patients' details in the audit trail (docs/decisions/019), once per staff member, subject
 * and hour, so that a list open all day fills no table. Unattended reads are recorded too, since anybody can
 * send that header; they never replace a person's own read. A read waits for its entry. When that fails the
 * read still succeeds, since the desk needs its list even with a full disk, and the log gets the entry
 * instead: ids, as there.
 */
export function readTrail({ pool, log, now }: Parts): ReadTrail {
  let hour = ''
  let written = new Set<string>()

  return async (c, { action, subject, details, kind = '' }) => {
    const thisHour = now().toISOString().slice(0, 13)
    if (thisHour !== hour || written.size >= REMEMBERED) written = new Set()
    hour = thisHour
    const remembered = written
    const staffId = c.var.staff.id
    const unattended = c.req.header(UNATTENDED_HEADER) !== undefined
    const once = [action, staffId, subject.kind, subject.id, kind].join(' ')
    const key = unattended ? `${once} unattended` : once
    if (remembered.has(once) || remembered.has(key)) return
    const recorded = unattended ? { ...details, unattended } : details
    try {
      await pool.query({
        ...NOTE,
        values: [
          staffId,
          action,
          subject.kind,
          subject.id,
          recorded ? JSON.stringify(recorded) : null,
          `${key} ${hour}`,
        ],
      })
      remembered.add(key)
    } catch (error) {
      const facts = { staff: staffId, action, subject, reason: reasonOf(error), at: placeOf(error) }
      log.error(facts, 'a read of patient details is missing in the audit trail')
    }
  }
}

const NOTE = {
  name: 'note-read',
  text: `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details, once)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`,
}
