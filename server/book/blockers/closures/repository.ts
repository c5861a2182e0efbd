import type { Pool } from 'pg'
import { CLOSED_VISITS, type ClosedVisit } from '../../../../contract/closures.ts'
import type { Clinic, ClinicLocation } from '../../../../domain/clinic.ts'
import { clinicDate, clinicTime } from '../../../../domain/clinic-time.ts'
import { type Reach, reaches, reachesVisit } from '../../../../domain/rights.ts'
import { doctorsFor } from '../../../../domain/services.ts'
import type { Interval } from '../../../../domain/slots.ts'
import type { BlockersNow } from '../../blocked/current.ts'
import {
  asAppointment,
  STORED_COLUMNS,
  STORED_JOINS,
  type StoredAppointment,
} from '../../visits/appointment-row.ts'
import { nearestTimesOfEach } from '../../visits/desk-time.ts'

type Closed = {
  location: ClinicLocation
  /** Null: all of them. */
  doctorId: string | null
  period: Interval
}

/**
 * The appointments under a closure, by time, each with the nearest free slots at the location. Those that are done are
 * left out.
 */
export async function closedVisits(
  pool: Pool,
  clinic: Clinic,
  { location, doctorId, period }: Closed,
  { blockers, now }: { blockers: BlockersNow; now: Date },
): Promise<ClosedVisit[]> {
  const { rows } = await pool.query<StoredAppointment & { phoneE164: string | null }>(
    `SELECT ${STORED_COLUMNS}, p.phone_e164 AS "phoneE164"
     FROM appointments a ${STORED_JOINS}
     WHERE a.location = $1 AND a.status IN ('open', 'confirmed') AND a.takes_time AND a.visit IS DISTINCT FROM 'done'
       AND ($2::text IS NULL OR a.doctor_id = $2)
       AND a.starts_at > $3::timestamptz - interval '4 hours' AND a.starts_at < $4 AND a.ends_at > $3
     ORDER BY a.starts_at, a.id LIMIT ${CLOSED_VISITS}`,
    [location.code, doctorId, new Date(period.start), new Date(period.end)],
  )
  const { timeZone } = clinic
  const asked = rows.map(({ serviceId, startsAt, endsAt }) => ({
    location,
    date: clinicDate(startsAt, timeZone),
    time: clinicTime(startsAt, timeZone),
    minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    doctors: doctorsFor(clinic, location.code, clinic.services.find(({ id }) => id === serviceId) ?? null),
  }))
  const next = await nearestTimesOfEach({ pool, blockers, clinic, now }, asked)
  return rows.map((row, i) => ({
    appointment: asAppointment(row, { timeZone, blockers, now }),
    phone: row.phoneE164,
    next: next[i] ?? [],
  }))
}

/**
 * Future appointments among these that are under a blocker and within one's reach, and whose patients can be reached.
 * @returns null: there is no such blocker within reach
 */
export async function visitsUnder(
  pool: Pool,
  blockerId: string,
  ids: readonly string[],
  { blockers, reach, now }: { blockers: BlockersNow; reach: Reach; now: Date },
): Promise<string[] | null> {
  const { rows: found } = await pool.query<{ location: string | null; doctorId: string | null }>(
    'SELECT location, doctor_id AS "doctorId" FROM blockers WHERE id = $1',
    [blockerId],
  )
  const [blocker] = found
  if (!blocker || (blocker.location !== null && !reaches(reach, blocker.location))) return null
  const { rows } = await pool.query<
    Pick<StoredAppointment, 'id' | 'location' | 'doctorId' | 'startsAt' | 'endsAt'>
  >(
    `SELECT id, location, doctor_id AS "doctorId", starts_at AS "startsAt", ends_at AS "endsAt" FROM appointments
     WHERE id = ANY ($1) AND takes_time AND visit IS NULL AND reachable AND starts_at > $2
       AND ($3::text IS NULL OR location = $3) AND ($4::text IS NULL OR doctor_id = $4)`,
    [ids, now, blocker.location, blocker.doctorId],
  )
  return rows
    .filter((row) => reachesVisit(reach, row))
    .filter(({ location, doctorId, ...time }) =>
      blocker.doctorId === null ? blockers.cover(location, time) : blockers.isAway(doctorId, location, time),
    )
    .map(({ id }) => id)
}
