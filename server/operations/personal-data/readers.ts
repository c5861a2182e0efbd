import type { Pool } from 'pg'
import type { ReadAction } from '../../accounts/audit/actions.ts'
import { readsOf } from '../../accounts/audit/reads-of.ts'

export type Reader = {
  at: Date
  /** Username, or the API key, the tablet or the calendar feed; null: the account was deleted. */
  by: string | null
  action: ReadAction
  /** Of their appointments that were in it; null: none that it names. */
  references: string | null
  /** Their page fetched it by itself, after a change. */
  unattended: boolean
}

/** Limit of the list, the latest ones; an export has all of them. */
const TOLD = 1_000

/** Readers of these people's data, by any call, latest first. */
export async function readersOf(db: Pick<Pool, 'query'>, patientIds: readonly string[]): Promise<Reader[]> {
  const { rows: theirs } = await db.query<{ id: string }>(
    'SELECT id FROM appointments WHERE patient_id = ANY($1)',
    [patientIds],
  )
  const { rows } = await db.query<Reader>(
    `SELECT a.at, a.action, coalesce((a.details ->> 'unattended')::boolean, false) AS unattended,
       CASE WHEN a.details ? 'key' THEN 'API key ' || coalesce(a.details ->> 'keyName', a.details ->> 'key')
         WHEN a.subject_kind = 'device' THEN 'tablet of ' || coalesce(owner.username, 'a deleted account')
         WHEN a.subject_kind = 'feed' THEN 'calendar feed ' || a.subject_id
         WHEN a.staff_id IS NULL THEN a.details ->> 'by'
         ELSE s.username END AS by,
       (SELECT string_agg(own.reference, ' ' ORDER BY own.starts_at) FROM appointments own
        WHERE own.id = ANY($2::text[]::uuid[]) AND (own.id::text = a.subject_id
          OR coalesce(a.details -> 'ids', a.details -> 'appointments') ? own.id::text)) AS references
     FROM audit_log a LEFT JOIN staff s ON s.id = a.staff_id
       LEFT JOIN staff owner ON owner.id::text = a.details ->> 'owner'
     WHERE ${readsOf('$1::text[]', '$2::text[]')}
     ORDER BY a.id DESC LIMIT ${TOLD}`,
    [patientIds, theirs.map(({ id }) => id)],
  )
  return rows
}

/** Names of the kinds of reads. One that is opened by its reference needs none. */
export const READ_WORDS: Record<ReadAction, string> = {
  'appointment.read': '',
  'patient.read': 'record',
  'patients.searched': 'search for patients',
  'appointments.searched': 'search',
  'appointments.listed': 'list',
  'notifications.listed': 'latest bookings',
  'device.prefetched': 'refresh',
  'feed.fetched': 'calendar',
  'appointments.exported': 'export that may have them',
  'appointments.export_ended': 'end of an export',
  'patient.exported': 'export of their data',
}
