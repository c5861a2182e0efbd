import type { Appointment } from '../../../../contract/appointments.ts'
import { SLOT_MINUTES } from '../../../../domain/slots.ts'

/** What a visit is shown as: one word, one sign and one colour wherever it stands. */
export const VISIT_STATES = [
  'pending',
  'confirmed',
  'arrived',
  'in_chair',
  'done',
  'no_show',
  'outcome',
  'cancelled',
] as const
export type VisitState = (typeof VISIT_STATES)[number]

/** In what a device has stored of an older version they are missing. */
type VisitFields = Partial<{
  duration: number
  visit: 'arrived' | 'in_chair' | 'done' | 'no_show' | null
  visitTimes: Partial<Record<string, { at: string; late: boolean }>>
}>
export type VisitRow = Pick<Appointment, 'appointment_date' | 'status'> & VisitFields

const MINUTE_MS = 60_000

/** Milliseconds since 1970. */
export const startOf = ({ appointment_date }: Pick<Appointment, 'appointment_date'>): number =>
  Date.parse(appointment_date)

/** Minutes. */
export const durationOf = ({ duration }: VisitRow): number => duration ?? SLOT_MINUTES

/** @param now milliseconds since 1970; a visit that is over and has neither come nor gone asks for its outcome */
export function visitStateOf(row: VisitRow, now: number): VisitState {
  if (row.status === 'cancelled') return 'cancelled'
  if (row.visit) return row.visit
  if (startOf(row) + durationOf(row) * MINUTE_MS <= now) return 'outcome'
  return row.status === 'open' ? 'pending' : 'confirmed'
}

/** Whole minutes since somebody arrived or sat down, while they wait or sit; null otherwise, and of a press on another day. */
export function minutesIn({ visit, visitTimes }: VisitRow, now: number): number | null {
  const press = visit === 'arrived' || visit === 'in_chair' ? visitTimes?.[visit] : undefined
  if (!press || press.late) return null
  return Math.max(0, Math.floor((now - Date.parse(press.at)) / MINUTE_MS))
}

/** The next step of a visit is offered from so many minutes before its start. */
const STEP_BEFORE_MINUTES = 30

export type VisitStep = 'arrived' | 'in_chair' | 'done'

/** What comes next for a visit of today; null: nothing that one press does. */
export function nextStepOf(state: VisitState): VisitStep | null {
  if (state === 'pending' || state === 'confirmed') return 'arrived'
  if (state === 'arrived') return 'in_chair'
  return state === 'in_chair' || state === 'outcome' ? 'done' : null
}

/** Whether the step stands beside the state at all times, rather than on hover and focus. */
export function isStepDue(row: VisitRow, state: VisitState, now: number): boolean {
  if (state === 'arrived' || state === 'in_chair') return true
  const until = startOf(row) - now
  return (state === 'pending' || state === 'confirmed') && until <= STEP_BEFORE_MINUTES * MINUTE_MS
}
