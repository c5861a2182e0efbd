import type { Pool } from 'pg'
import { NOTIFICATIONS_LIMIT, UNREAD_LIMIT } from '../../../contract/notifications.ts'
import type { PatientName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'

type Database = Pick<Pool, 'query'>

export type LatestBooking = PatientName & {
  id: string
  reference: string
  serviceText: string
  location: string
  startsAt: Date
  createdAt: Date
  unread: boolean
}

/**
 * The first instant unseen by a staff member. The wire has milliseconds, the table microseconds: without
 * truncation the newest booking would stay unread forever.
 */
const UNSEEN_FROM = `(SELECT date_trunc('milliseconds', notifications_seen_at) + interval '1 millisecond'
                      FROM staff WHERE id = $1)`

/** Reach of a right with the locations $2 and the doctor $3; null: all. */
const REACHED = `($2::text[] IS NULL OR a.location = ANY($2)) AND ($3::text IS NULL OR a.doctor_id = $3)`

const LATEST = {
  name: 'notifications-latest',
  text: `SELECT a.id, a.reference, ${NAME_COLUMNS}, a.service_text AS "serviceText", a.location, a.starts_at AS "startsAt",
                a.created_at AS "createdAt", a.created_at >= ${UNSEEN_FROM} AS unread
         FROM appointments a JOIN patients p ON p.id = a.patient_id
         WHERE a.status <> 'cancelled' AND ${REACHED}
         ORDER BY a.created_at DESC, a.id
         LIMIT ${NOTIFICATIONS_LIMIT}`,
}

/** Newest first, without cancelled ones. */
export async function latestBookings(db: Database, staffId: string, reach: Reach): Promise<LatestBooking[]> {
  if (reach.locations?.length === 0) return []
  const values = [staffId, reach.locations, reach.doctorId]
  const { rows } = await db.query<LatestBooking>({ ...LATEST, values })
  return rows
}

const UNREAD = {
  name: 'notifications-unread',
  // The order makes the database scan the index backwards and stop at the first seen one; otherwise it would
  // read the whole table, since it cannot estimate how few there are.
  text: `SELECT count(*)::int AS unread
         FROM (SELECT 1 FROM appointments a
               WHERE a.created_at >= ${UNSEEN_FROM} AND a.status <> 'cancelled' AND ${REACHED}
               ORDER BY a.created_at DESC LIMIT ${UNREAD_LIMIT}) AS unseen`,
}

/** Counts up to UNREAD_LIMIT. */
export async function countUnread(db: Database, staffId: string, reach: Reach): Promise<number> {
  const values = [staffId, reach.locations, reach.doctorId]
  const { rows } = await db.query<{ unread: number }>({ ...UNREAD, values })
  return rows[0]?.unread ?? 0
}

/**
 * Marks bookings as seen, never backwards and never past the present, by the database's clock, which also
 * dates bookings.
 */
export async function markSeen(db: Database, staffId: string, upTo: Date): Promise<void> {
  await db.query(
    `UPDATE staff SET notifications_seen_at = least($2::timestamptz, now())
     WHERE id = $1 AND notifications_seen_at < least($2::timestamptz, now())`,
    [staffId, upTo],
  )
}
