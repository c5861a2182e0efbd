import type { Pool } from 'pg'
import { type FhirSlot, SLOT_DAYS, SLOT_DAYS_UNLESS_TOLD } from '../../contract/fhir.ts'
import { bookableDays } from '../../domain/booking.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { addDays, clinicDate, daysBetween, isoWithOffset } from '../../domain/clinic-time.ts'
import { hoursAt } from '../../domain/doctors.ts'
import { fitsInto, SLOT_MINUTES, slotInterval, slotTimes } from '../../domain/slots.ts'
import { findAvailability } from '../availability/availability.ts'
import type { CurrentBlockers } from '../blockers/current.ts'
import type { Schedule } from './catalogue.ts'
import {
  afterCursor,
  commonPeriod,
  cursorOf,
  dateWanted,
  once,
  referenceOf,
  refuse,
  type Search,
} from './search.ts'
import type { Found } from './versioned.ts'

type Parts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic; now: Date }

/**
 * One page of the slots of a search, by their start: times of the half-hour grid that are still to come and inside a
 * doctor's hours. Free is what a patient could book now; all others are busy, whatever the reason.
 * @param schedules those of the key's locations
 * @throws HttpFailure 400
 */
export async function searchSlots(
  parts: Parts,
  search: Search,
  schedules: readonly Schedule[],
): Promise<Found> {
  const { clinic, now } = parts
  const { timeZone, booking } = clinic
  const ids = once(search, 'schedule')?.map((text) => referenceOf('schedule', text))
  const chosen = schedules.filter(
    ({ id }) => ids?.some((one) => one.type === 'Schedule' && one.id === id) ?? true,
  )
  const states = once(search, 'status') ?? ['free', 'busy']
  if (states.some((state) => state !== 'free' && state !== 'busy')) refuse('status is free or busy.')

  const wanted = (search.params.start ?? []).map(([first = '', ...others]) =>
    others.length > 0
      ? refuse('start takes one value; twice it is a range.')
      : dateWanted('start', first, timeZone),
  )
  const period = commonPeriod('start', wanted)
  const bookable = bookableDays(now, booking.horizonDays, timeZone)
  const from = latest(
    bookable.from,
    period.from === null ? bookable.from : clinicDate(new Date(period.from), timeZone),
  )
  const end =
    period.to === null
      ? addDays(from, SLOT_DAYS_UNLESS_TOLD - 1)
      : clinicDate(new Date(period.to - 1), timeZone)
  if (daysBetween(from, end) >= SLOT_DAYS) refuse(`Please ask for ${SLOT_DAYS} days of slots at most.`)
  const to = end < bookable.to ? end : bookable.to
  const [since, after] = search.after === null ? [0, ''] : afterCursor(search.after, isPlace)
  // A later page begins on the day where the one before ended.
  const first = latest(from, clinicDate(new Date(Number(since)), timeZone))
  if (to < first) return { resources: [], next: null }

  const found: Awaited<ReturnType<typeof slotsOf>> = []
  for (const schedule of chosen) found.push(...(await slotsOf(parts, schedule, { from: first, to })))
  const slots = found
    .filter(({ at, slot }) => {
      if (period.from !== null && at < period.from) return false
      if (period.to !== null && at >= period.to) return false
      if (at < Number(since) || (at === since && slot.id <= String(after))) return false
      return states.includes(slot.status)
    })
    .sort((one, other) => one.at - other.at || (one.slot.id < other.slot.id ? -1 : 1))
  const page = slots.slice(0, search.count)
  const last = page.at(-1)
  return {
    resources: page.map(({ slot }) => ({ resource: slot, updatedAt: null })),
    next: slots.length > page.length && last ? cursorOf([last.at, last.slot.id]) : null,
  }
}

const isPlace = ([at, id, ...more]: unknown[]) =>
  Number.isSafeInteger(at) && typeof id === 'string' && more.length === 0

const latest = (one: string, other: string) => (one > other ? one : other)

/** A schedule's id, a day and a time. */
const SLOT_ID = /^(.+)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)$/

/** A slot that is still to come; null: there is none. */
export async function readSlot(
  parts: Parts,
  id: string,
  schedules: readonly Schedule[],
): Promise<FhirSlot | null> {
  const [, scheduleId, year, month, day] = SLOT_ID.exec(id) ?? []
  const schedule = schedules.find((each) => each.id === scheduleId)
  const date = `${year}-${month}-${day}`
  const { from, to } = bookableDays(parts.now, parts.clinic.booking.horizonDays, parts.clinic.timeZone)
  if (!schedule || date < from || date > to) return null
  const slots = await slotsOf(parts, schedule, { from: date, to: date })
  return slots.find(({ slot }) => slot.id === id)?.slot ?? null
}

/** The slots to come of one schedule. @param days first and last, 'YYYY-MM-DD' in clinic time */
async function slotsOf(
  { pool, blockers, clinic, now }: Parts,
  { id, doctor, location }: Schedule,
  days: { from: string; to: string },
): Promise<{ at: number; slot: FhirSlot }[]> {
  const { timeZone } = clinic
  const free = await findAvailability({ pool, blockers }, clinic, {
    ...days,
    location,
    doctors: [doctor],
    minutes: SLOT_MINUTES,
    now,
  })
  const hours = hoursAt(doctor, location)
  return free.flatMap(({ date, slots }) =>
    slotTimes(location.openingHours, date).flatMap((time) => {
      const { start, end } = slotInterval(date, time, timeZone)
      if (start < now.getTime() || !fitsInto(hours, date, time, SLOT_MINUTES)) return []
      const slot: FhirSlot = {
        resourceType: 'Slot',
        id: `${id}.${date.replaceAll('-', '')}T${time.replace(':', '')}`,
        schedule: { reference: `Schedule/${id}` },
        status: slots.includes(time) ? 'free' : 'busy',
        start: isoWithOffset(new Date(start), timeZone),
        end: isoWithOffset(new Date(end), timeZone),
      }
      return [{ at: start, slot }]
    }),
  )
}
