import type { Pool } from 'pg'
import { type DayAvailability, NEXT_FREE_SECONDS, type NextFree } from '../../../contract/availability.ts'
import { bookableDays } from '../../../domain/booking.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { addDays, daysBetween, toInstant } from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import { doctorsFor, lengthOf } from '../../../domain/services.ts'
import { type Interval, openSlots, SLOT_MINUTES } from '../../../domain/slots.ts'
import type { BlockersNow, CurrentBlockers } from '../blocked/current.ts'
import { type Except, leaveOut, takenPeriods } from './repository.ts'

export type AvailabilityQuestion = {
  location: ClinicLocation
  /** First and last day, 'YYYY-MM-DD' in clinic time. */
  from: string
  to: string
  /** At least one of these doctors must be there and free. */
  doctors: readonly Doctor[]
  /** Length of the appointment. */
  minutes: number
  /** An appointment that is to be moved. */
  except?: Except
  now: Date
}

/** State of doctors on some days: their appointments, by their ids, and their blockers. */
export type DoctorsState = { taken: ReadonlyMap<string, Interval[]>; blocked: BlockersNow }

type Parts = { pool: Pick<Pool, 'query'>; blockers: CurrentBlockers }

/** Days that cannot be booked have no slots. */
export async function findAvailability(
  parts: Parts,
  clinic: Clinic,
  question: AvailabilityQuestion,
): Promise<DayAvailability[]> {
  const { taken, blocked } = await knownOf(parts, clinic, question)
  leaveOut(taken, question.except ?? null)
  return availabilityOf(clinic, question, { taken, blocked })
}

/** Input for availability, for days 'YYYY-MM-DD' in clinic time, both included. */
export async function knownOf(
  { pool, blockers }: Parts,
  { timeZone }: Pick<Clinic, 'timeZone'>,
  { doctors, from, to }: Pick<AvailabilityQuestion, 'doctors' | 'from' | 'to'>,
): Promise<DoctorsState & { taken: Map<string, Interval[]> }> {
  const midnight = (day: string) => toInstant(day, '00:00', timeZone)
  const [taken, blocked] = await Promise.all([
    takenPeriods(pool, doctors, midnight(from), midnight(addDays(to, 1))),
    blockers.latest(),
  ])
  return { taken, blocked }
}

/** The same as `findAvailability`, from the given state of the doctors. */
export function availabilityOf(
  { timeZone, booking }: Pick<Clinic, 'timeZone' | 'booking'>,
  { location, from, to, doctors, minutes, now }: Omit<AvailabilityQuestion, 'except'>,
  { taken, blocked }: DoctorsState,
): DayAvailability[] {
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))
  const bookable = bookableDays(now, booking.horizonDays, timeZone)
  const busyByDate = byDate(
    doctors.map(({ id }) => taken.get(id) ?? []),
    dates,
    timeZone,
  )
  const hours = doctors.map((doctor) => hoursAt(doctor, location))
  const earliest = new Date(now.getTime() + booking.noticeMinutes * 60_000)
  return dates.map((date, day) => ({
    date,
    slots:
      date < bookable.from || date > bookable.to
        ? []
        : openSlots({
            date,
            hours: location.openingHours,
            grid: { minutes, step: SLOT_MINUTES },
            timeZone,
            earliest,
            // To callers, leave looks like taken time.
            doctors: doctors.map(({ id }, i) => ({
              hours: hours[i] ?? [],
              busy: [...(busyByDate[day]?.[i] ?? []), ...blocked.leave(id, location.code, date)],
            })),
            blocked: blocked.on(location.code, date),
          }),
  }))
}

/** Groups busy periods by day, so that each day checks only its own. */
function byDate(byDoctor: readonly Interval[][], dates: readonly string[], timeZone: string): Interval[][][] {
  const bounds = dates.map((date) => ({
    start: toInstant(date, '00:00', timeZone).getTime(),
    end: toInstant(addDays(date, 1), '00:00', timeZone).getTime(),
  }))
  return bounds.map(({ start, end }) =>
    byDoctor.map((periods) => periods.filter((period) => period.start < end && period.end > start)),
  )
}

/** Days searched at once: most often the first ones have a free slot. */
const DAYS_AT_ONCE = 7

type NextFreeParts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic; now(): Date }

/**
 * The first free slot of a location, for visitors who open the page. Each location is computed once a minute at most,
 * for any number of callers. @returns rejects as the database does; the next call retries
 */
export function nextFreeTimes({ pool, blockers, clinic, now }: NextFreeParts) {
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
    // A clock that was set back does not prolong an answer for long.
    if (before && at < before.until && before.until - at <= NEXT_FREE_SECONDS * 1000) return before.answer
    const answer = find(location)
    const entry = { until: at + NEXT_FREE_SECONDS * 1000, answer }
    known.set(location.code, entry)
    answer.catch(() => known.get(location.code) === entry && known.delete(location.code))
    return answer
  }
}
