import type { Pool } from 'pg'
import { NEXT_FREE_SECONDS, type NextFree } from '../../../contract/availability.ts'
import { bookableDays } from '../../../domain/booking.ts'
import type { Clinic, ClinicLocation } from '../../../domain/clinic.ts'
import { addDays } from '../../../domain/clinic-time.ts'
import { doctorsFor, lengthOf } from '../../../domain/services.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import { findAvailability } from './availability.ts'

/** Days searched at once: most often the first ones have a free slot. */
const DAYS_AT_ONCE = 7

type Parts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic; now(): Date }

/**
 * The first free slot of a location, for visitors who open the page. Each location is computed once a minute at most,
 * for any number of callers. @returns rejects as the database does; the next call retries
 */
export function nextFreeTimes({ pool, blockers, clinic, now }: Parts) {
  const known = new Map<string, { until: number; answer: Promise<NextFree> }>()

  async function find(location: ClinicLocation): Promise<NextFree> {
    const doctors = doctorsFor(clinic, location.code, null)
    const at = now()
    const { from: first, to: last } = bookableDays(at, clinic.booking.horizonDays, clinic.timeZone)
    for (let from = first; from <= last; from = addDays(from, DAYS_AT_ONCE)) {
      const to = addDays(from, DAYS_AT_ONCE - 1)
      const question = { location, from, to, doctors, minutes: lengthOf(null), now: at }
      const days = await findAvailability({ pool, blockers }, clinic, question)
      for (const { date, slots } of days) if (slots[0] !== undefined) return { date, time: slots[0] }
    }
    return null
  }

  return (location: ClinicLocation): Promise<NextFree> => {
    const before = known.get(location.code)
    const at = now().getTime()
    // A clock that was set back does not keep an answer for long.
    if (before && at < before.until && before.until - at <= NEXT_FREE_SECONDS * 1000) return before.answer
    const answer = find(location)
    const entry = { until: at + NEXT_FREE_SECONDS * 1000, answer }
    known.set(location.code, entry)
    answer.catch(() => known.get(location.code) === entry && known.delete(location.code))
    return answer
  }
}
