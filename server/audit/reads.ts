import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { placeOf, reasonOf } from '../jobs/failure.ts'
import type { AuditEntry } from './audit.ts'

/** Reads that a process remembers to have written down in this hour; one that it has forgotten costs a statement. */
const REMEMBERED = 10_000

type Read = Omit<AuditEntry, 'staffId'> & {
  /** What makes another entry of it within the hour, besides who, what and whether a person asked. */
  kind?: string
}

/** Writes down that a staff member reads patients' details; before they are answered. */
export type ReadTrail = (c: Context, read: Read) => Promise<void>

type Parts = { pool: Pick<Pool, 'query'>; log: Pick<Logger, 'error'>; now(): Date }

/**
 * Reads of patients' details in the audit trail (docs/decisions/019): once per staff member, subject and hour of the
 * clock, so that a list which is read all day is not written all day. What a page asks by itself is written down as
 * well, since anybody can send the header that says so; it never takes the place of a person's own read.
 *
 * Whoever reads waits for the entry. Where it cannot be written the read goes on, for the desk needs its list also
 * while the disk is full, and the log has the entry instead: ids, as there.
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
    const detailsStored = unattended ? { ...details, unattended } : details
    try {
      await pool.query({
        ...NOTE,
        values: [
          staffId,
          action,
          subject.kind,
          subject.id,
          detailsStored ? JSON.stringify(detailsStored) : null,
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
