import { addDays, clinicDate, toInstant } from './clinic-time.ts'
import { DESK_STEP_MINUTES } from './slots.ts'

/** States of a visit on its day. Null: none yet. */
export const VISIT_STATES = ['arrived', 'in_chair', 'done', 'no_show'] as const
export type VisitState = (typeof VISIT_STATES)[number]
export type Visit = VisitState | null

/** Time of each step; a state that was skipped has none. */
export type PressTimes = Readonly<Partial<Record<VisitState, Date>>>

/** The fields of an appointment that its visit states depend on. */
export type VisitNow = {
  status: 'open' | 'confirmed' | 'cancelled'
  visit: Visit
  times: PressTimes
  startsAt: Date
}

type Moment = { now: Date; timeZone: string }
type When = (startsAt: Date, moment: Moment) => boolean

const onTheDay: When = (startsAt, { now, timeZone }) =>
  clinicDate(now, timeZone) === clinicDate(startsAt, timeZone)
/** From the start on, on any later day too. */
const fromTheStart: When = (startsAt, { now }) => now >= startsAt
const afterTheStart: When = (startsAt, { now }) => now > startsAt

/** State changes of a visit, and their times. Besides, the last step can be undone (`stepBack`). */
export const VISIT_CHANGES: Readonly<Record<VisitState, { from: readonly Visit[]; when: When }>> = {
  arrived: { from: [null], when: onTheDay },
  in_chair: { from: [null, 'arrived'], when: onTheDay },
  done: { from: [null, 'arrived', 'in_chair'], when: fromTheStart },
  no_show: { from: [null], when: afterTheStart },
}

/** The next possible states of a visit, besides undoing. */
export function nextStates({ status, visit, startsAt }: VisitNow, moment: Moment): VisitState[] {
  if (status === 'cancelled') return []
  return VISIT_STATES.filter((state) => {
    const { from, when } = VISIT_CHANGES[state]
    return from.includes(visit) && when(startsAt, moment)
  })
}

/**
 * State of a visit after undoing its last step, which can be done until the next midnight after it; undefined when it
 * cannot.
 */
export function stepBack({ status, visit, times }: VisitNow, { now, timeZone }: Moment): Visit | undefined {
  const pressedAt = visit === null ? undefined : times[visit]
  if (status === 'cancelled' || !pressedAt) return undefined
  const midnight = toInstant(addDays(clinicDate(pressedAt, timeZone), 1), '00:00', timeZone)
  if (now >= midnight) return undefined
  // No-show follows nothing; the others are pressed in their order.
  const earlier = VISIT_STATES.slice(0, VISIT_STATES.indexOf(visit as VisitState))
  return earlier.findLast((state) => times[state] !== undefined) ?? null
}

export type VisitChange = 'forward' | 'back'

/** Change of a visit to another state now; null: not possible. */
export function visitChange(visit: VisitNow, to: Visit, moment: Moment): VisitChange | null {
  if (to !== null && nextStates(visit, moment).includes(to)) return 'forward'
  return stepBack(visit, moment) === to ? 'back' : null
}

/**
 * Reports whether a step was recorded on another day than the appointment's: such a time says nothing about waiting.
 */
export function isLatePress(pressedAt: Date, startsAt: Date, timeZone: string): boolean {
  return !onTheDay(startsAt, { now: pressedAt, timeZone })
}

/**
 * Whole minutes from arriving to sitting in the chair, or until now; null: unknown, for a patient who was seated at
 * once, or whose arrival was recorded on another day.
 */
export function waitedMinutes(
  { visit, times, startsAt }: VisitNow,
  { now, timeZone }: Moment,
): number | null {
  const { arrived, in_chair, done } = times
  if (!arrived || isLatePress(arrived, startsAt, timeZone)) return null
  const until = in_chair ?? (visit === 'arrived' ? now : done)
  if (!until || isLatePress(until, startsAt, timeZone)) return null
  return Math.max(0, Math.floor((until.getTime() - arrived.getTime()) / MINUTE_MS))
}

/** Reports whether an appointment is over without a recorded outcome. */
export function lacksOutcome(
  visit: Pick<VisitNow, 'status' | 'visit'> & { endsAt: Date },
  now: Date,
): boolean {
  const isOpen = visit.visit === null || visit.visit === 'arrived' || visit.visit === 'in_chair'
  return visit.status !== 'cancelled' && isOpen && visit.endsAt <= now
}

const MINUTE_MS = 60_000
const GRID_MS = DESK_STEP_MINUTES * MINUTE_MS

/** The end of a visit that is done now: the next five minutes, at least one grid step after the start and never later than it was. */
export function endWhenDone({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): Date {
  const next = Math.ceil(now.getTime() / GRID_MS) * GRID_MS
  const earliest = startsAt.getTime() + GRID_MS
  return new Date(Math.min(endsAt.getTime(), Math.max(next, earliest)))
}
