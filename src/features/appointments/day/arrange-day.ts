import type { Appointment } from '../../../../contract/appointments.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { clinicTime, toInstant } from '../../../../domain/clinic-time.ts'
import { overlaps, SLOT_MINUTES, slotTimes } from '../../../../domain/slots.ts'

const SLOT_MS = SLOT_MINUTES * 60_000

/** A doctor who works at the location, or no longer does but has an appointment. */
export type ColumnDoctor = { id: string; name: string }

/** Appointments that start then, and whether one can be booked. */
export type Cell = { appointments: readonly Appointment[]; isFree: boolean }

/** A start time; `at` in milliseconds since 1970, `time` 'HH:mm' in clinic time, cells in the order of the doctors. */
export type TimeRow = { at: number; time: string; cells: readonly Cell[] }

export type ArrangedDay = { doctors: readonly ColumnDoctor[]; rows: readonly TimeRow[] }

export type PlaceDay = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  timeZone: string
  /** Of the location; one that the clinic no longer has is never open. */
  hours: OpeningHours
  /** Who works at the location, in display order. */
  doctors: readonly ColumnDoctor[]
  appointments: readonly Appointment[]
  /** Times at which the server offers the location, 'HH:mm': in the future, no blocker, at least one doctor free. */
  offered: readonly string[]
}

/**
 * A row for each time at which an appointment could start or does, a column for each doctor. Rows are compared as
 * instants, since a clock time occurs twice on one night of the year.
 */
export function arrangeDay({ day, timeZone, hours, doctors, appointments, offered }: PlaceDay): ArrangedDay {
  const instantOf = (time: string) => toInstant(day, time, timeZone).getTime()
  const offeredAt = new Set(offered.map(instantOf))
  const starts = appointments.map(startOf)
  const instants = new Set([...slotTimes(hours, day).map(instantOf), ...offeredAt, ...starts])
  const working = new Set(doctors.map(({ id }) => id))
  const columns = [...doctors, ...otherDoctors(appointments, working)]

  const rows = [...instants]
    .sort((a, b) => a - b)
    .map((at) => ({
      at,
      time: clinicTime(new Date(at), timeZone),
      cells: columns.map(({ id }) => {
        const own = appointments.filter(({ doctor }) => doctor.id === id)
        return {
          appointments: own.filter((appointment) => startOf(appointment) === at),
          isFree: offeredAt.has(at) && working.has(id) && !own.some((taken) => overlapsSlot(taken, at)),
        }
      }),
    }))
  return { doctors: columns, rows }
}

/** Milliseconds since 1970. */
export function startOf({ appointment_date }: Appointment): number {
  return Date.parse(appointment_date)
}

function overlapsSlot(appointment: Appointment, at: number): boolean {
  const start = startOf(appointment)
  return overlaps({ start, end: start + appointment.duration * 60_000 }, { start: at, end: at + SLOT_MS })
}

function otherDoctors(appointments: readonly Appointment[], working: ReadonlySet<string>): ColumnDoctor[] {
  const others = new Map(
    appointments.filter(({ doctor }) => !working.has(doctor.id)).map(({ doctor }) => [doctor.id, doctor]),
  )
  return [...others.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Start of the row that contains an instant; null: before the first, after the last, or in a break. */
export function currentStart(rows: readonly Pick<TimeRow, 'at'>[], now: number): number | null {
  const started = rows.findLast(({ at }) => at <= now)
  return started && now < started.at + SLOT_MS ? started.at : null
}

/** The requested locations in order, even without appointments, then those that the clinic no longer has. */
export function byLocation(
  appointments: readonly Appointment[],
  codes: readonly string[],
): { code: string; appointments: readonly Appointment[] }[] {
  const all = new Set([...codes, ...appointments.map(({ user }) => user.location)])
  return [...all].map((code) => ({
    code,
    appointments: appointments.filter(({ user }) => user.location === code),
  }))
}
