import type { Pool } from 'pg'
import { DEFAULT_SLOT_DAYS, type FhirSlot, SLOT_DAYS } from '../../../contract/fhir.ts'
import { bookableDays } from '../../../domain/booking.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate, daysBetween, isClinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import { fitsInto, SLOT_MINUTES, slotInterval, slotTimes } from '../../../domain/slots.ts'
import { availabilityOf, type DoctorsState, knownOf } from '../../book/availability/availability.ts'
import type { CurrentBlockers } from '../../book/blocked/current.ts'
import type { Schedule } from './catalogue.ts'
import {
  afterCursor,
  commonPeriod,
  cursorOf,
  dateWanted,
  isPlace,
  once,
  referencesOf,
  refuse,
  type Search,
} from './search.ts'
import type { ResourcePage } from './versioned.ts'

type Parts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic; now: Date }
/** `base`: address of the resources. */
type SearchParts = Parts & { base: string }

/**
 * One page of the slots of a search, by their start: times of the half-hour grid that are still to come and inside a
 * doctor's hours. Free is what a patient could book now; all others are busy, whatever the reason.
 * @param schedules those of the key's locations
 * @throws HttpFailure 400
 */
export async function searchSlots(
  parts: SearchParts,
  search: Search,
  schedules: readonly Schedule[],
): Promise<ResourcePage> {
  const { clinic, now } = parts
  const { timeZone, booking } = clinic
  const asked = referencesOf('Slot', 'schedule', search, parts.base)
  const chosen = schedules.filter((schedule) =>
    asked.every((list) => list.some(({ id }) => id === schedule.id)),
  )
  const states = once(search, 'status') ?? ['free', 'busy']
  if (states.some((state) => state !== 'free' && state !== 'busy')) refuse('status is free or busy.')

  const wanted = (search.params.get('start') ?? []).map(([first = '', ...others]) =>
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
    period.to === null ? addDays(from, DEFAULT_SLOT_DAYS - 1) : clinicDate(new Date(period.to - 1), timeZone)
  if (daysBetween(from, end) >= SLOT_DAYS) refuse(`Please ask for ${SLOT_DAYS} days of slots at most.`)
  const to = end < bookable.to ? end : bookable.to
  const [since, after] = search.after === null ? [0, ''] : afterCursor(search.after, isPlace)
  // A later page begins on the day where the one before ended.
  const first = latest(from, clinicDate(new Date(Number(since)), timeZone))
  if (to < first) return { resources: [], next: null }

  const isWanted = ({ at, id, status }: TimedSlot) => {
    if (period.from !== null && at < period.from) return false
    if (period.to !== null && at >= period.to) return false
    if (at < Number(since) || (at === since && id <= String(after))) return false
    return states.includes(status)
  }
  // A day, then twice as many each time, until the page is full: of many doctors one day fills it.
  const slots: TimedSlot[] = []
  for (let [day, days] = [first, 1]; day <= to && slots.length <= search.count; days *= 2) {
    const last = addDays(day, days - 1)
    const found = await slotsOf(parts, chosen, { from: day, to: last < to ? last : to })
    slots.push(...found.filter(isWanted))
    day = addDays(last, 1)
  }
  slots.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  const page = slots.slice(0, search.count)
  const last = page.at(-1)
  return {
    resources: page.map((slot) => ({ resource: resourceOf(slot, timeZone), updatedAt: null })),
    next: slots.length > page.length && last ? cursorOf([last.at, last.id]) : null,
  }
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** A schedule's id, a day and a time. */
const SLOT_ID = /^(.+)\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)$/

/** A future slot; null: there is none. */
export async function readSlot(
  parts: Parts,
  id: string,
  schedules: readonly Schedule[],
): Promise<FhirSlot | null> {
  const [, scheduleId, year, month, day] = SLOT_ID.exec(id) ?? []
  const schedule = schedules.find((each) => each.id === scheduleId)
  const date = `${year}-${month}-${day}`
  const { from, to } = bookableDays(parts.now, parts.clinic.booking.horizonDays, parts.clinic.timeZone)
  if (!schedule || !isClinicDate(date) || date < from || date > to) return null
  const slots = await slotsOf(parts, [schedule], { from: date, to: date })
  const slot = slots.find((each) => each.id === id)
  return slot ? resourceOf(slot, parts.clinic.timeZone) : null
}

/** Written as a resource only where it is shown: of many doctors a day has thousands. */
type TimedSlot = Pick<FhirSlot, 'id' | 'status'> & { at: number; end: number; schedule: string }

/** The slots to come of some schedules, by one query. @param days first and last, 'YYYY-MM-DD' in clinic time */
async function slotsOf(
  { pool, blockers, clinic, now }: Parts,
  schedules: readonly Schedule[],
  days: { from: string; to: string },
): Promise<TimedSlot[]> {
  const doctors = [...new Set(schedules.map(({ doctor }) => doctor))]
  const known = await knownOf({ pool, blockers }, clinic, { ...days, doctors })
  return schedules.flatMap((schedule) => slotsAmong(clinic, schedule, { ...days, now, known }))
}

function slotsAmong(
  clinic: Clinic,
  { id, doctor, location }: Schedule,
  { known, ...question }: { from: string; to: string; now: Date; known: DoctorsState },
): TimedSlot[] {
  const { timeZone } = clinic
  const { now } = question
  const free = availabilityOf(
    clinic,
    { ...question, location, doctors: [doctor], minutes: SLOT_MINUTES },
    known,
  )
  const hours = hoursAt(doctor, location)
  return free.flatMap(({ date, slots }) =>
    slotTimes(location.openingHours, date, timeZone).flatMap((time) => {
      const { start, end } = slotInterval(date, time, timeZone)
      if (start < now.getTime() || !fitsInto(hours, date, timeZone, time, SLOT_MINUTES)) return []
      const slot = `${id}.${date.replaceAll('-', '')}T${time.replace(':', '')}`
      return [{ id: slot, status: slots.includes(time) ? 'free' : 'busy', at: start, end, schedule: id }]
    }),
  )
}

function resourceOf({ id, schedule, status, at, end }: TimedSlot, timeZone: string): FhirSlot {
  return {
    resourceType: 'Slot',
    id,
    schedule: { reference: `Schedule/${schedule}` },
    status,
    start: isoWithOffset(new Date(at), timeZone),
    end: isoWithOffset(new Date(end), timeZone),
  }
}
