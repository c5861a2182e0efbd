import type { Pool } from 'pg'
import type { NearestTime } from '../../contract/appointments.ts'
import type { Clinic, ClinicLocation } from '../../domain/clinic.ts'
import { addDays, clinicDate, toInstant } from '../../domain/clinic-time.ts'
import { hoursAt } from '../../domain/doctors.ts'
import { doctorsFor } from '../../domain/services.ts'
import { openSlots, SLOT_MINUTES } from '../../domain/slots.ts'
import type { BlockersNow } from '../blockers/current.ts'
import { takenPeriods } from './repository.ts'

/** How far ahead is looked, in days. */
const DAYS = 14

export type FreeFor = {
  /** Id; null: any doctor will do. */
  serviceId: string | null
  minutes: number
  /** Nothing before it. */
  from: Date
}

/**
 * Finds free times at a location in the next two weeks, the soonest first, each with a doctor: on the grid that patients are
 * offered.
 * @returns a function, since the times of many visits are looked for in what was read once
 */
export async function nextFree(
  pool: Pool,
  clinic: Clinic,
  { location, blockers, now }: { location: ClinicLocation; blockers: BlockersNow; now: Date },
): Promise<(wanted: FreeFor, most: number) => NearestTime[]> {
  const { timeZone } = clinic
  const today = clinicDate(now, timeZone)
  const dates = Array.from({ length: DAYS }, (_, day) => addDays(today, day))
  const taken = await takenPeriods(
    pool,
    doctorsFor(clinic, location.code),
    toInstant(today, '00:00', timeZone),
    toInstant(addDays(today, DAYS), '00:00', timeZone),
  )

  return ({ serviceId, minutes, from }, most) => {
    const service = clinic.services.find(({ id }) => id === serviceId) ?? null
    const doctors = doctorsFor(clinic, location.code, service)
    const earliest = from > now ? from : now
    const found: NearestTime[] = []
    for (const date of dates) {
      if (found.length >= most) break
      const free = doctors.flatMap((doctor) =>
        openSlots({
          date,
          hours: location.openingHours,
          grid: { minutes, step: SLOT_MINUTES },
          timeZone,
          earliest,
          doctors: [
            {
              hours: hoursAt(doctor, location),
              busy: [...(taken.get(doctor.id) ?? []), ...blockers.leave(doctor.id, location.code, date)],
            },
          ],
          blocked: blockers.on(location.code, date),
        }).map((start_time) => ({
          appointment_date: date,
          start_time,
          doctor: { id: doctor.id, name: doctor.name },
        })),
      )
      // The first doctor of each time.
      const byTime = new Map(free.toReversed().map((each) => [each.start_time, each]))
      found.push(...[...byTime.values()].sort((a, b) => (a.start_time < b.start_time ? -1 : 1)))
    }
    return found.slice(0, most)
  }
}
