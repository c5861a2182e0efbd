import type { Pool } from 'pg'
import { CLOSURE_VISITS, type ClosedVisit } from '../../contract/closures.ts'
import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { clinicDate, clinicTime } from '../../domain/clinic-time.ts'
import { doctorsFor } from '../../domain/services.ts'
import type { Interval } from '../../domain/slots.ts'
import { nearestTimesOfEach } from '../appointments/desk-time.ts'
import {
  asAppointment,
  STORED_COLUMNS,
  STORED_JOINS,
  type StoredAppointment,
} from '../appointments/stored.ts'
import type { BlockersNow } from '../blockers/current.ts'

type Closed = {
  location: ClinicLocation
  /** Null: all of them. */
  doctorId: string | null
  period: Interval
}

/** The visits that a closure hits, by time, each with the nearest free times at the location. Those that are done are left out. */
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
     ORDER BY a.starts_at, a.id LIMIT ${CLOSURE_VISITS}`,
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
