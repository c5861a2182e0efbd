import type { Appointment } from '../../../../contract/appointments.ts'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import {
  nextStates,
  type PressTimes,
  stepBack,
  type Visit,
  type VisitNow,
} from '../../../../domain/visits.ts'
import { clinicFacts } from '../../../clinic.ts'
import type { ShownState } from '../../../ui/visit-sign.tsx'

export type VisitState = ShownState

const MINUTE_MS = 60_000

/** Milliseconds since 1970. */
export const startOf = ({ appointment_date }: Pick<Appointment, 'appointment_date'>): number =>
  Date.parse(appointment_date)

type Row = Pick<Appointment, 'appointment_date' | 'status' | 'visit' | 'visitTimes' | 'duration' | 'waiting'>

/** @param now milliseconds since 1970; a visit that is over and has neither come nor gone asks for its outcome */
export function visitStateOf(row: Row, now: number, timeZone = clinicFacts().timeZone): VisitState {
  if (row.status === 'cancelled') return 'cancelled'
  if (row.visit === 'done' || row.visit === 'no_show') return row.visit
  if (row.waiting && row.visit === null) return 'no_time'
  const isOver = startOf(row) + row.duration * MINUTE_MS <= now
  // Whoever came today is still there; what nobody has ended by the next day was forgotten.
  const day = row.appointment_date.slice(0, 10)
  if (row.visit !== null && !(isOver && clinicDate(new Date(now), timeZone) > day)) return row.visit
  if (isOver) return 'outcome'
  return row.status === 'open' ? 'pending' : 'confirmed'
}

/** Whole minutes since somebody arrived or sat down, while they wait or sit; null otherwise, and of a press on another day. */
export function minutesIn({ visit, visitTimes, waiting }: Row, now: number): number | null {
  if (waiting) return minutesSince(waiting.since, now)
  const press = visit === 'arrived' || visit === 'in_chair' ? visitTimes[visit] : undefined
  return !press || press.late ? null : minutesSince(press.at, now)
}

const minutesSince = (at: string, now: number) => Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))

/** Minutes before the start from which the next step of a visit is always visible. */
const STEP_BEFORE_MINUTES = 30

export type VisitStep = 'arrived' | 'in_chair' | 'done'

const NEXT: Partial<Record<VisitState, VisitStep>> = {
  pending: 'arrived',
  confirmed: 'arrived',
  arrived: 'in_chair',
  in_chair: 'done',
  outcome: 'done',
}

/** As the rules of visits know it. */
export const visitNow = (row: Row): VisitNow => ({
  status: row.status,
  visit: row.visit,
  times: Object.fromEntries(
    Object.entries(row.visitTimes).map(([state, { at }]) => [state, new Date(at)]),
  ) as PressTimes,
  startsAt: new Date(row.appointment_date),
})

/** The step that one press does now; null: none. @param now milliseconds since 1970 */
export function nextStepOf(row: Row, now: number): VisitStep | null {
  const step = NEXT[visitStateOf(row, now)]
  const possible = nextStates(visitNow(row), { now: new Date(now), timeZone: clinicFacts().timeZone })
  return step && possible.includes(step) ? step : null
}

/** The state that undo restores; undefined: nothing to undo. */
export const backOf = (row: Row, now: number): Visit | undefined =>
  stepBack(visitNow(row), { now: new Date(now), timeZone: clinicFacts().timeZone })

/** Whether the step is always visible beside the state, rather than on hover and focus. */
export function isStepDue(row: Row, state: VisitState, now: number): boolean {
  if (state === 'arrived' || state === 'in_chair') return true
  return (
    (state === 'pending' || state === 'confirmed') && startOf(row) - now <= STEP_BEFORE_MINUTES * MINUTE_MS
  )
}

/** Whether a visit's time can change: nothing has become of it yet. */
export const isMovable = (row: Pick<Appointment, 'visit' | 'status'>) =>
  row.visit === null && row.status !== 'cancelled'
