import type { Overridable } from '../../../../contract/appointments.ts'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
import type { DeskConflict } from '../../../api/desk.ts'

/** A series: every so many weeks, so many visits. */
export type Repeat = { weeks: number; visits: number }

/** What stands in the way of one booking, and what of it the desk has been asked about: an override names that. */
export type Question = { about: string; conflict: DeskConflict; over: readonly Overridable[] }

/** What a question is about. Any other day, time, doctor, service, length, location or patient takes it back. */
export function aboutOf(body: BookAtDeskWire, repeat: Repeat | null): string {
  const { override: _, channel: __, reachable: ___, ...asked } = body
  return JSON.stringify([asked, repeat])
}

/** Whether two bodies are one booking, whatever they go over. */
export const isSameBooking = (
  { override: _, ...one }: BookAtDeskWire,
  { override: __, ...other }: BookAtDeskWire,
) => JSON.stringify(one) === JSON.stringify(other)

/** The question after a refusal. What was asked about the same booking before counts as well. */
export function questionAfter(before: Question | null, about: string, conflict: DeskConflict): Question {
  return { about, conflict, over: overWith(before?.about === about ? before.over : [], conflict) }
}

/** With what a conflict asks about. */
export const overWith = (before: readonly Overridable[], { asks }: DeskConflict): Overridable[] =>
  asks === null ? [...before] : [...new Set([...before, asks])]
