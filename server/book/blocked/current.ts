import type { Pool } from 'pg'
import { type BlockedTimes, blockedOn, blockedTimes, isBlocked } from '../../../domain/blocked-times.ts'
import { occurrences } from '../../../domain/blocker-occurrences.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { Interval } from '../../../domain/slots.ts'
import { ruleOf, type StoredBlocker } from './blocker-row.ts'
import { type BlockedPart, isOverridden, partOf } from './overridden.ts'

/** All blockers at one moment, indexed for questions about days. */
export type BlockersNow = {
  /** Version of `blocker_changes`; bookings compare it. */
  version: number
  /** Blocked periods at a location on a clinic day 'YYYY-MM-DD', for any doctor. */
  on(location: string, date: string): Interval[]
  /** A doctor's leave there on that day. */
  leave(doctorId: string, location: string, date: string): Interval[]
  /** Reports whether a blocker covers the location. */
  cover(location: string, appointment: Period): boolean
  /** Reports whether that doctor is on leave. */
  isAway(doctorId: string, location: string, appointment: Period): boolean
  /** The first blocker, or leave of one of the doctors, over a time, but for `known` ones; null: none. */
  over(
    location: string,
    doctorIds: readonly string[],
    appointment: Period,
    known?: readonly BlockedPart[],
  ): BlockerThere | null
  /** The parts of a time that blockers, and the leave of these doctors, take. */
  parts(location: string, doctorIds: readonly string[], appointment: Period): BlockedPart[]
  /** Reports whether a blocker takes time of an appointment that the desk did not put over it. */
  strike(appointment: PlacedVisit): boolean
}

type PlacedVisit = Period & { location: string; doctorId: string; overriddenBlockers: readonly BlockedPart[] }

export type BlockerThere = Period & { description: string; doctorId: string | null }

type Period = { startsAt: Date; endsAt: Date }

export type CurrentBlockers = {
  /** Queries the version, and the blockers when it has changed. */
  latest(): Promise<BlockersNow>
  /** The blockers at a version, for callers that have just read it as BLOCKERS_VERSION. */
  at(version: number): Promise<BlockersNow>
  /** Cached, without a query: for bookings, where the database refuses an outdated version. */
  lastKnown(): Promise<BlockersNow>
}

/**
 * Caches the blockers in this process, so that a thousand cost a patient no more than one. The version is
 * always checked (docs/decisions/010).
 */
export function currentBlockers(pool: Pick<Pool, 'query'>, clinic: Clinic): CurrentBlockers {
  let known: BlockersNow | null = null

  async function at(version: number | undefined): Promise<BlockersNow> {
    if (known && known.version === version) return known
    known = await load(pool, clinic)
    return known
  }

  async function latest(): Promise<BlockersNow> {
    const { rows } = await pool.query<{ version: number }>({ ...VERSION, values: [] })
    return at(rows[0]?.version)
  }

  return { latest, at, lastKnown: async () => known ?? latest() }
}

// A double is exact for any realistic count, and arrives as a number, not as text like a bigint.
export const BLOCKERS_VERSION = `(SELECT version::float8 FROM blocker_changes)`
const VERSION = { name: 'blockers-version', text: `SELECT ${BLOCKERS_VERSION} AS version` }

/** One statement, so that version and blockers match. */
const ALL = {
  name: 'blockers-all',
  text: `SELECT changes.version::float8 AS changes, blockers.*
         FROM blocker_changes AS changes LEFT JOIN blockers ON true`,
}

async function load(pool: Pick<Pool, 'query'>, { locations, timeZone }: Clinic): Promise<BlockersNow> {
  const { rows } = await pool.query<{ changes: number } & StoredBlocker>({ ...ALL, values: [] })
  const blockers = rows
    .filter(({ id }) => id !== null)
    .map((row) => ({ ...row, rule: ruleOf(row, timeZone) }))
  const byLocation = (own: typeof blockers): ReadonlyMap<string, BlockedTimes> =>
    new Map(
      locations.map(({ code }) => [
        code,
        blockedTimes(
          own.filter(({ location }) => location === null || location === code).map(({ rule }) => rule),
        ),
      ]),
    )
  const ofAll = byLocation(blockers.filter(({ doctor_id }) => doctor_id === null))
  const ofDoctors = new Map(
    [...Map.groupBy(blockers, ({ doctor_id }) => doctor_id)].flatMap(([doctor, own]) =>
      doctor === null ? [] : [[doctor, byLocation(own)] as const],
    ),
  )
  const on = (times: BlockedTimes | undefined, date: string) =>
    times ? blockedOn(times, date, timeZone) : []
  const covers = (times: BlockedTimes | undefined, { startsAt, endsAt }: Period) =>
    times !== undefined && isBlocked(times, { start: startsAt.getTime(), end: endsAt.getTime() }, timeZone)
  const lyingOver = (location: string, doctorIds: readonly string[], { startsAt, endsAt }: Period) => {
    const window = { start: startsAt.getTime(), end: endsAt.getTime() }
    return blockers
      .filter((each) => each.location === null || each.location === location)
      .filter(({ doctor_id }) => doctor_id === null || doctorIds.includes(doctor_id))
      .flatMap(({ id, rule, description, doctor_id: doctorId }) =>
        occurrences(rule, window, timeZone).map(({ start, end }) => ({
          id,
          startsAt: new Date(start),
          endsAt: new Date(end),
          description,
          doctorId,
        })),
      )
  }
  const over: BlockersNow['over'] = (location, doctorIds, period, known = []) => {
    const [first] = lyingOver(location, doctorIds, period)
      .filter(({ id, ...there }) => !isOverridden(partOf(id, there, period), known))
      // A blocker for all precedes the leave of one.
      .sort(
        (a, b) =>
          Number(a.doctorId !== null) - Number(b.doctorId !== null) ||
          Number(a.startsAt) - Number(b.startsAt),
      )
    return first ?? null
  }
  const parts: BlockersNow['parts'] = (location, doctorIds, period) =>
    lyingOver(location, doctorIds, period).map(({ id, ...there }) => partOf(id, there, period))
  const isCovered = ({ location, doctorId, ...period }: PlacedVisit) =>
    covers(ofAll.get(location), period) || covers(ofDoctors.get(doctorId)?.get(location), period)
  return {
    version: rows[0]?.changes ?? 0,
    over,
    parts,
    strike: (appointment) =>
      isCovered(appointment) &&
      parts(appointment.location, [appointment.doctorId], appointment).some(
        (part) => !isOverridden(part, appointment.overriddenBlockers),
      ),
    on: (location, date) => on(ofAll.get(location), date),
    leave: (doctorId, location, date) => on(ofDoctors.get(doctorId)?.get(location), date),
    cover: (location, appointment) => covers(ofAll.get(location), appointment),
    isAway: (doctorId, location, appointment) => covers(ofDoctors.get(doctorId)?.get(location), appointment),
  }
}
