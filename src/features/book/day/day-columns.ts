import type { Appointment } from '../../../../contract/appointments.ts'
import type { Blocker } from '../../../../contract/blockers.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { clinicFacts } from '../../../clinic.ts'
import { type BlockedSpan, type Column, type ColumnDoctor, columnDoctors, columnOf } from './arrange.ts'
import { blockedSpans } from './blocked-spans.ts'

type DayInput = {
  code: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  hours: OpeningHours
  /** Doctors who work there; undefined: unknown. */
  working: readonly ColumnDoctor[] | undefined
  /** Blockers of all days. */
  blockers: readonly Blocker[]
  appointments: readonly Appointment[]
}

/** The day of a location: a column for each doctor, and what is blocked for all of them. */
export function dayColumns({ code, day, hours, working, blockers, appointments }: DayInput): {
  columns: Column[]
  shared: BlockedSpan[]
} {
  const blocked = blockedSpans(blockers, { location: code, day, timeZone: clinicFacts().timeZone })
  const all = columnDoctors(working ?? [], appointments).map(({ isWorking, ...doctor }) =>
    columnOf({ day, location: code, doctor, isWorking, hours, blocked, appointments }),
  )
  // Who is in another town on this day takes no room from the others.
  const here = all.filter(({ open, blocks }) => open.length > 0 || blocks.length > 0)
  return {
    columns: here.length > 0 ? here : all,
    shared: blocked.filter(({ doctorId }) => doctorId === null),
  }
}
