import type { Pool } from 'pg'
import type { Doctor } from '../../domain/clinic.ts'
import { locationsOf } from '../../domain/doctors.ts'
import type { Interval } from '../../domain/slots.ts'

const TAKEN = {
  name: 'availability-taken',
  // An appointment lasts at most four hours (a check of the table), so a range of starts finds it, which an
  // index by location, status and start supports. The locations are those where one of the doctors works.
  text: `SELECT doctor_id,
                (extract(epoch FROM starts_at) * 1000)::float8 AS "start",
                (extract(epoch FROM ends_at) * 1000)::float8 AS "end"
         FROM appointments
         WHERE location = ANY ($1) AND doctor_id = ANY ($4)
           AND starts_at >= $2::timestamptz - interval '4 hours' AND starts_at < $3::timestamptz
           AND ends_at > $2::timestamptz
           AND status IN ('open', 'confirmed') AND takes_time`,
}

/** What doctors have inside [from, to), wherever they work. */
export async function takenPeriods(
  pool: Pick<Pool, 'query'>,
  doctors: readonly Pick<Doctor, 'id' | 'location' | 'openingHours'>[],
  from: Date,
  to: Date,
): Promise<Map<string, Interval[]>> {
  const { rows } = await pool.query<{ doctor_id: string } & Interval>({
    ...TAKEN,
    values: [[...new Set(doctors.flatMap(locationsOf))], from, to, doctors.map(({ id }) => id)],
  })
  const taken = new Map<string, Interval[]>()
  for (const { doctor_id, start, end } of rows) {
    const periods = taken.get(doctor_id)
    if (periods) periods.push({ start, end })
    else taken.set(doctor_id, [{ start, end }])
  }
  return taken
}

/** A visit that does not count as taken: the one that is moved. */
export type Except = { doctorId: string; startsAt: Date; endsAt: Date } | null

export function leaveOut(taken: Map<string, Interval[]>, except: Except): void {
  const own = except && taken.get(except.doctorId)
  if (!except || !own) return
  const others = own.filter(
    ({ start, end }) => start !== except.startsAt.getTime() || end !== except.endsAt.getTime(),
  )
  taken.set(except.doctorId, others)
}
