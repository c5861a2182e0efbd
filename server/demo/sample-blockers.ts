import type { Pool } from 'pg'
import { type BlockedTimes, blockedTimes } from '../../domain/blocked-times.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { addDays, toInstant } from '../../domain/clinic-time.ts'
import { type BlockerToStore, insertBlocker } from '../blockers/repository.ts'
import { ruleOf, type StoredBlocker } from '../blockers/stored.ts'

const EMPTY = {
  startDateTime: null,
  endDateTime: null,
  recurringDays: [],
  recurringDates: [],
  selectedMonth: null,
  doctorId: null,
}

/** @param today the clinic's day */
function samples({ timeZone, offeredLocations }: Clinic, today: string): BlockerToStore[] {
  const location = offeredLocations[0] ?? null
  const at = (days: number, time: string) => toInstant(addDays(today, days), time, timeZone)
  return [
    {
      ...EMPTY,
      description: 'Christmas and Boxing Day',
      type: 'Yearly',
      selectedMonth: 11,
      recurringDates: [25, 26],
      location: null,
    },
    {
      ...EMPTY,
      description: "Doctors' meeting",
      type: 'Weekly',
      recurringDays: [3],
      startDateTime: at(0, '12:00'),
      endDateTime: at(0, '13:00'),
      location,
    },
    {
      ...EMPTY,
      description: 'Service of the X-ray unit',
      type: 'One Time',
      startDateTime: at(9, '09:00'),
      endDateTime: at(9, '12:00'),
      location,
    },
  ]
}

/** @returns what they block at each location, for sample appointments */
export async function seedBlockers(
  pool: Pick<Pool, 'query'>,
  clinic: Clinic,
  today: string,
): Promise<Map<string, BlockedTimes>> {
  const stored: StoredBlocker[] = []
  for (const sample of samples(clinic, today)) stored.push(await insertBlocker(pool, sample))
  await pool.query('UPDATE blocker_changes SET version = version + 1')
  return new Map(
    clinic.locations.map(({ code }) => {
      const own = stored.filter(({ location }) => location === null || location === code)
      return [code, blockedTimes(own.map((blocker) => ruleOf(blocker, clinic.timeZone)))]
    }),
  )
}
