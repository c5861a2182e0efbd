import type { Pool, PoolClient } from 'pg'
import { FLOOD_ROWS, type FloodBooking, type FloodGroup } from '../../../contract/flood.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { UNKNOWN_CALLER } from '../../accounts/abuse/caller-mark.ts'
import { cancellationJobsFrom } from '../../messages/jobs/cancellation-job.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { notify } from '../../platform/events/channel.ts'
import { CANCELLED } from '../visits/appointment-row.ts'
import { timeFreed } from '../visits/time-freed.ts'

/**
 * Condition that a contact had an appointment before, or is of a registered patient; of `appointments a` and its
 * `patients p`.
 */
const IS_KNOWN = `(
  EXISTS (SELECT FROM patients k WHERE k.verified AND
            (k.email_key <> '' AND k.email_key = p.email_key OR k.phone_e164 = p.phone_e164))
  OR EXISTS (SELECT FROM patients k JOIN appointments v ON v.patient_id = k.id
             WHERE (k.email_key = p.email_key OR k.phone_e164 = p.phone_e164)
               AND v.status <> 'cancelled' AND v.starts_at < a.created_at))`

type Row = Omit<FloodBooking, 'appointment_date' | 'at'> & { startsAt: Date; createdAt: Date; caller: string }

const RECENT = `
  SELECT a.id, a.reference, a.starts_at AS "startsAt", a.created_at AS "createdAt", a.location, a.status, a.marks, a.caller,
    trim(p.first_name || ' ' || p.last_name) AS name, ${IS_KNOWN} AS "isKnown",
    a.status = 'cancelled' OR a.starts_at <= $2 AS "isOver"
  FROM appointments a JOIN patients p ON p.id = a.patient_id
  WHERE a.created_at > now() - make_interval(hours => $1) AND a.caller IS NOT NULL
  ORDER BY a.created_at DESC, a.id LIMIT ${FLOOD_ROWS + 1}`

/** Bookings of strangers of the last hours by the network that they came from, the largest groups first. */
export async function recentBookings(
  pool: Pick<Pool, 'query'>,
  { hours, now, timeZone }: { hours: number; now: Date; timeZone: string },
): Promise<{ groups: FloodGroup[]; more: boolean }> {
  const { rows } = await pool.query<Row>(RECENT, [hours, now])
  const byNetwork = new Map<string, Row[]>()
  for (const row of rows.slice(0, FLOOD_ROWS)) {
    const [network = UNKNOWN_CALLER] = row.caller.split('.')
    byNetwork.set(network, [...(byNetwork.get(network) ?? []), row])
  }
  const groups = Array.from(byNetwork, ([network, bookings]) => ({
    group: network === UNKNOWN_CALLER ? '' : network,
    callers: new Set(bookings.map(({ caller }) => caller)).size,
    bookings: bookings.map(({ startsAt, createdAt, caller: _, ...booking }) => ({
      ...booking,
      appointment_date: isoWithOffset(startsAt, timeZone),
      at: isoWithOffset(createdAt, timeZone),
    })),
  }))
  return {
    groups: groups.sort((one, other) => other.bookings.length - one.bookings.length),
    more: rows.length > FLOOD_ROWS,
  }
}

type Cancelled = {
  id: string
  location: string
  version: number
  isKnown: boolean
  doctorId: string
  startsAt: Date
  endsAt: Date
}

/**
 * Cancels future bookings of strangers, each with its entry in the audit trail. Only people with a known contact are
 * notified: the contacts in an abusive booking are other people's. Others of these ids stay as they are.
 * @returns the cancelled bookings
 */
export function cancelRecent(
  pool: Pool,
  ids: readonly string[],
  { staffId, now }: { staffId: string; now: Date },
): Promise<readonly Cancelled[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Cancelled>(
      `WITH chosen AS (
         SELECT a.id, ${IS_KNOWN} AS known FROM appointments a JOIN patients p ON p.id = a.patient_id
         WHERE a.id = ANY ($1::uuid[]) AND a.caller IS NOT NULL AND a.status <> 'cancelled' AND a.starts_at > $2
         ORDER BY a.id FOR UPDATE OF a)
       UPDATE appointments SET ${CANCELLED}, version = version + 1 FROM chosen
       WHERE appointments.id = chosen.id
       RETURNING appointments.id, location, version, chosen.known AS "isKnown", doctor_id AS "doctorId",
         starts_at AS "startsAt", ends_at AS "endsAt"`,
      [ids, now],
    )
    await tell(client, rows, staffId)
    await timeFreed(client, ...rows.map((row) => ({ ...row, appointmentId: row.id })))
    return rows
  })
}

async function tell(client: PoolClient, rows: readonly Cancelled[], staffId: string): Promise<void> {
  if (rows.length === 0) return
  const known = rows.filter(({ isKnown }) => isKnown).map(({ id }) => id)
  await client.query(cancellationJobsFrom('unnest($1::uuid[]) AS appointment (id)'), [known])
  await client.query(
    `INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
     SELECT $1, 'appointment.cancelled', 'appointment', id, jsonb_build_object('version', version, 'flood', true)
     FROM unnest($2::text[], $3::int[]) AS cancelled (id, version)`,
    [staffId, rows.map(({ id }) => id), rows.map(({ version }) => version)],
  )
  await notify(
    client,
    ...rows.map(({ id, location, version }) => ({
      type: 'appointment' as const,
      change: 'changed' as const,
      id,
      location,
      version,
    })),
  )
}
