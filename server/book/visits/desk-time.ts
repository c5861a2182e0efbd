import type { Pool } from 'pg'
import {
  type NearestTime,
  type Override,
  overridesRule,
  type TimeConflict,
} from '../../../contract/appointments.ts'
import type { DeskFieldMessage, FieldMessage } from '../../../contract/fields.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import {
  addDays,
  clinicDate,
  daysBetween,
  isoWithOffset,
  minutesOf,
  skippedMinutes,
  toInstant,
  weekdayOf,
} from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import {
  DESK_STEP_MINUTES,
  fitsInto,
  type Interval,
  overlaps,
  slotInterval,
  slotTimes,
} from '../../../domain/slots.ts'
import { type Except, leaveOut, takenPeriods } from '../availability/repository.ts'
import type { BlockersNow, BlockerThere } from '../blocked/current.ts'
import type { BlockedPart } from '../blocked/overridden.ts'

/** A slot that the desk wants for an appointment. Days and times are clinic time. */
export type DeskTime = {
  location: ClinicLocation
  date: string
  time: string
  minutes: number
  /** Possible doctors, the preferred one first. */
  doctors: readonly Doctor[]
}

type Facts = { clinic: Pick<Clinic, 'timeZone'>; now: Date }

/** Beyond two years a date is a slip of the hand. */
const FURTHEST_DAYS = 2 * 366

/** Reports whether a date is implausibly late. */
export const isTooFar = (date: string, { clinic, now }: Facts): boolean =>
  daysBetween(clinicDate(now, clinic.timeZone), date) > FURTHEST_DAYS

/**
 * The mistake in a time for a desk booking: in the past, but for today, an implausible year, a time that clocks skip,
 * or the end of the day.
 */
export function wrongDeskTime(
  { date, time, minutes }: Pick<DeskTime, 'date' | 'time' | 'minutes'>,
  { clinic, now }: Facts,
): Record<string, FieldMessage | DeskFieldMessage> {
  const ahead = daysBetween(clinicDate(now, clinic.timeZone), date)
  if (ahead < 0) return { appointment_date: 'slot_past' }
  if (isTooFar(date, { clinic, now })) return { appointment_date: 'slot_too_far' }
  const skipped = skippedMinutes(date, clinic.timeZone)
  const [start, end] = [minutesOf(time), minutesOf(time) + minutes]
  if (skipped && start < skipped.to && skipped.from < end) return { start_time: 'time_skipped' }
  return end > 1440 ? { start_time: 'slot_closed' } : {}
}

export type CheckedTime = {
  startsAt: Date
  endsAt: Date
  /** Doctors who are there and not on leave, or others with an override. */
  doctorIds: string[]
  /** The version of the blockers that it was checked against; null: it goes over them. */
  blockersVersion: number | null
  overrides: ('closed' | 'blocker')[]
  /** Blockers that the override breaks. */
  overriddenBlockers: BlockedPart[]
}

/** Obstacle that an override would break, as in the answer. */
export type Hindrance = Required<Pick<TimeConflict, 'because'>> & Pick<TimeConflict, 'hours' | 'blocker'>

/** Override of the desk. `known`: blockers that are not named, as they were there before. */
type DeskCheck = { timeZone: string; override: Pick<Override, 'over'> | null; known?: readonly BlockedPart[] }

/**
 * Checks a slot against hours, blockers and leave; other appointments are left to the database.
 * @returns the first rule that the override does not cover
 */
export function checkDeskTime(
  asked: DeskTime,
  blockers: BlockersNow,
  { timeZone, override, known = [] }: DeskCheck,
): CheckedTime | Hindrance {
  const { location, date, time, minutes, doctors } = asked
  const { start, end } = slotInterval(date, time, timeZone, minutes)
  const period = { startsAt: new Date(start), endsAt: new Date(end) }
  const there = doctors.filter((doctor) => fitsInto(hoursAt(doctor, location), date, timeZone, time, minutes))
  const isClosed = there.length === 0
  const able = isClosed ? doctors : there
  const present = able.filter(({ id }) => !blockers.isAway(id, location.code, period))
  const isBlocked = blockers.cover(location.code, period) || present.length === 0
  if (isClosed && !overridesRule(override, 'closed')) return { because: 'closed', hours: hoursOn(asked) }
  if (isBlocked && !overridesRule(override, 'blocker')) {
    const over = blockers.over(
      location.code,
      able.map(({ id }) => id),
      period,
      known,
    )
    return { because: 'blocker', ...(over && { blocker: onWire(over, timeZone) }) }
  }
  // A doctor on leave only where no other is there.
  const doctorIds = (present.length === 0 ? able : present).map(({ id }) => id)
  return {
    ...period,
    doctorIds,
    blockersVersion: isBlocked ? null : blockers.version,
    overrides: [...(isClosed ? (['closed'] as const) : []), ...(isBlocked ? (['blocker'] as const) : [])],
    overriddenBlockers: isBlocked ? blockers.parts(location.code, doctorIds, period) : [],
  }
}

/** Opening hours of the clinic that day, or of the doctor there where it can be only one. */
function hoursOn({ location, date, doctors }: DeskTime): { from: string; to: string }[] {
  const [only, ...others] = doctors
  const hours = only && others.length === 0 ? hoursAt(only, location) : location.openingHours
  return (hours[weekdayOf(date)] ?? []).map(({ from, to }) => ({ from, to }))
}

const onWire = ({ description, startsAt, endsAt, doctorId }: BlockerThere, timeZone: string) => ({
  description,
  start: isoWithOffset(startsAt, timeZone),
  end: isoWithOffset(endsAt, timeZone),
  doctorId,
})

/** Days after the wanted one that are searched for free slots. */
const DAYS_AHEAD = 14

export type FreeStart = { date: string; time: string; start: number; doctor: Doctor }

/** Taken time of some doctors, and the blockers. */
type Book = { taken: ReadonlyMap<string, readonly Interval[]>; blockers: BlockersNow }

/** The free starts of a day on the desk's grid, in order, each with the first doctor that is free then. */
export function freeStarts(
  { location, minutes, doctors }: Omit<DeskTime, 'date' | 'time'>,
  date: string,
  { taken, blockers }: Book,
  { clinic, now }: Facts,
): FreeStart[] {
  const blocked = blockers.on(location.code, date)
  const grid = { minutes, step: DESK_STEP_MINUTES }
  const free = new Map<string, FreeStart>()
  for (const doctor of doctors) {
    const leave = blockers.leave(doctor.id, location.code, date)
    const busy = [...blocked, ...leave, ...(taken.get(doctor.id) ?? [])]
    for (const time of slotTimes(hoursAt(doctor, location), date, clinic.timeZone, grid)) {
      if (free.has(time)) continue
      const slot = slotInterval(date, time, clinic.timeZone, minutes)
      if (slot.start < now.getTime() || busy.some((period) => overlaps(period, slot))) continue
      free.set(time, { date, time, start: slot.start, doctor })
    }
  }
  return [...free.values()].sort((one, other) => one.start - other.start)
}

/** Taken time of doctors, on days in clinic time. */
export async function bookOf(
  pool: Pick<Pool, 'query'>,
  doctors: readonly Doctor[],
  [from, to]: [from: string, to: string],
  { clinic: { timeZone } }: Facts,
  except: Except,
): Promise<Map<string, Interval[]>> {
  const taken = await takenPeriods(
    pool,
    doctors,
    toInstant(from, '00:00', timeZone),
    toInstant(addDays(to, 1), '00:00', timeZone),
  )
  leaveOut(taken, except)
  return taken
}

type Parts = Facts & { pool: Pool; blockers: BlockersNow }

/**
 * Up to three free times near one that was not to be had: of its day those nearest to it, then the first ones of the days
 * after. None overlaps another of them.
 */
export async function nearestTimes(
  { pool, blockers, ...facts }: Parts,
  asked: DeskTime,
  own: Own = null,
): Promise<NearestTime[]> {
  const { date, doctors } = asked
  const taken = await bookOf(pool, doctors, [date, addDays(date, DAYS_AHEAD)], facts, own)
  return nearestIn({ taken, blockers }, asked, facts, own)
}

/** An appointment that is moved: its time is free for it. */
type Own = (NonNullable<Except> & { location: string }) | null

/**
 * Reports whether a slot is the appointment's own, or overlaps it and is as long, so that a move there is pointless.
 */
function isOwn({ start, doctor }: FreeStart, { location, minutes }: DeskTime, own: Own): boolean {
  if (own === null || own.doctorId !== doctor.id || own.location !== location.code) return false
  const period = { start: own.startsAt.getTime(), end: own.endsAt.getTime() }
  const length = minutes * 60_000
  const isAsLong = period.end - period.start === length
  return start === period.start || (isAsLong && overlaps(period, { start, end: start + length }))
}

/** The same for each of several, in their order, with one query. */
export async function nearestTimesOfEach(
  { pool, blockers, ...facts }: Parts,
  asked: readonly DeskTime[],
): Promise<NearestTime[][]> {
  const dates = asked.map(({ date }) => date).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const doctors = [...new Set(asked.flatMap((each) => each.doctors))]
  const taken = await bookOf(pool, doctors, [first, addDays(last, DAYS_AHEAD)], facts, null)
  return asked.map((each) => nearestIn({ taken, blockers }, each, facts))
}

function nearestIn(book: Book, asked: DeskTime, facts: Facts, own: Own = null): NearestTime[] {
  const { date, time, minutes } = asked
  const last = addDays(date, DAYS_AHEAD)
  const wanted = slotInterval(date, time, facts.clinic.timeZone, minutes).start
  const found: FreeStart[] = []
  for (let day = date; day <= last && found.length < 3; day = addDays(day, 1)) {
    const free = freeStarts(asked, day, book, facts).filter((each) => !isOwn(each, asked, own))
    if (day === date) free.sort((one, other) => Math.abs(one.start - wanted) - Math.abs(other.start - wanted))
    for (const each of free) {
      if (found.length === 3) break
      if (found.every(({ start }) => Math.abs(start - each.start) >= minutes * 60_000)) found.push(each)
    }
  }
  return found.map((each) => ({
    appointment_date: each.date,
    start_time: each.time,
    doctor: { id: each.doctor.id, name: each.doctor.name },
  }))
}

/** Today's first gap that fits, from the next five minutes on; null: there is none. */
export async function firstGapToday(
  { pool, blockers, ...facts }: Parts,
  asked: Omit<DeskTime, 'date' | 'time'>,
): Promise<{ date: string; time: string } | null> {
  const date = clinicDate(facts.now, facts.clinic.timeZone)
  const taken = await bookOf(pool, asked.doctors, [date, date], facts, null)
  return freeStarts(asked, date, { taken, blockers }, facts)[0] ?? null
}
