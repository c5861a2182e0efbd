import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type BlockedTimes, blockedTimes } from '../../domain/blocked-times.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { addDays, toInstant } from '../../domain/clinic-time.ts'
import { ruleOf, type StoredBlocker } from '../blockers/stored.ts'

type Sample = Omit<StoredBlocker, 'id' | 'version'>

const EMPTY = {
  starts_at: null,
  ends_at: null,
  recurring_days: [],
  recurring_dates: [],
  selected_month: null,
}

/** Blockers of several types, in the first location or in all of them. @param today the clinic's day */
function samples({ timeZone, offeredLocations }: Clinic, today: string): Sample[] {
  const location = offeredLocations[0] ?? null
  const at = (days: number, time: string) => toInstant(addDays(today, days), time, timeZone)
  return [
    {
      ...EMPTY,
      description: 'Christmas and Boxing Day',
      type: 'Yearly',
      selected_month: 11,
      recurring_dates: [25, 26],
      location: null,
    },
    {
      ...EMPTY,
      description: "Doctors' meeting",
      type: 'Weekly',
      recurring_days: [3],
      starts_at: at(0, '12:00'),
      ends_at: at(0, '13:00'),
      location,
    },
    {
      ...EMPTY,
      description: 'Service of the X-ray unit',
      type: 'One Time',
      starts_at: at(9, '09:00'),
      ends_at: at(9, '12:00'),
      location,
    },
  ]
}

/** Stores the sample blockers. @returns what they block at each location, for whoever makes sample appointments */
export async function seedBlockers(
  pool: Pick<Pool, 'query'>,
  clinic: Clinic,
  today: string,
): Promise<Map<string, BlockedTimes>> {
  const stored = samples(clinic, today).map((sample) => ({ ...sample, id: randomUUID(), version: 1 }))
  for (const blocker of stored) {
    await pool.query(
      `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates,
                             selected_month, location)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        blocker.id,
        blocker.description,
        blocker.type,
        blocker.starts_at,
        blocker.ends_at,
        blocker.recurring_days,
        blocker.recurring_dates,
        blocker.selected_month,
        blocker.location,
      ],
    )
  }
  await pool.query('UPDATE blocker_changes SET version = version + 1')
  return new Map(
    clinic.locations.map(({ code }) => {
      const own = stored.filter(({ location }) => location === null || location === code)
      return [code, blockedTimes(own.map((blocker) => ruleOf(blocker, clinic.timeZone)))]
    }),
  )
}
