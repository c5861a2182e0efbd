import type { Appointment } from '../../../../contract/appointments.ts'
import type { Blocker } from '../../../../contract/blockers.ts'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { DESK_STEP_MINUTES, openMinutes } from '../../../../domain/slots.ts'
import { type ColumnDoctor, columnOf } from '../day/arrange.ts'
import { blockedSpans } from '../day/blocked-spans.ts'
import { clockOf } from '../day/format-span.ts'
import { without } from '../day/spans.ts'

/** A start at which a visit fits, in minutes of the day. */
export type FreeTime = { from: number; doctor: ColumnDoctor }

type Question = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  location: string
  hours: OpeningHours
  timeZone: string
  doctors: readonly ColumnDoctor[]
  blockers: readonly Blocker[]
  appointments: readonly Appointment[]
  minutes: number
  /** Of the visit that is to be moved: its own time is free for it. */
  id: string
  /** First minute of the day that isn't over; negative: all is to come. */
  first: number
}

/** The half-hours, and beginnings of gaps, at which a visit of some length fits: by time, one for each. */
export function freeTimes(asked: Question): FreeTime[] {
  const { day, location, hours, timeZone, doctors, blockers, appointments, minutes, id, first } = asked
  const blocked = blockedSpans(blockers, { location, day, timeZone })
  const others = appointments.filter((row) => row.id !== id && row.appointment_date.startsWith(day))
  const found = new Map<number, FreeTime>()
  for (const doctor of doctors) {
    const { free } = columnOf({
      day,
      location,
      doctor,
      isWorking: true,
      hours,
      blocked,
      appointments: others,
    })
    for (const gap of without(free, [{ from: 0, to: Math.max(0, first) }])) {
      const starts = [gap.from]
      for (let at = (Math.floor(gap.from / 30) + 1) * 30; at < gap.to; at += 30) starts.push(at)
      for (const from of starts) {
        if (from % DESK_STEP_MINUTES === 0 && from + minutes <= gap.to && !found.has(from))
          found.set(from, { from, doctor })
      }
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from)
}

export type TimeGroup = { kind: 'free' | 'open' | 'closed'; times: string[] }

/**
 * Times of a day on the desk's grid, 'HH:mm', the likely ones first: those known to be free, other times of the opening
 * hours, all others. A group without times is left out.
 */
export function timesOfDay({
  day,
  hours,
  timeZone,
  free,
}: Pick<Question, 'day' | 'hours' | 'timeZone'> & { free: readonly string[] }): TimeGroup[] {
  const open = openMinutes(hours, day, timeZone)
  const groups: TimeGroup[] = [
    { kind: 'free', times: [...free] },
    { kind: 'open', times: [] },
    { kind: 'closed', times: [] },
  ]
  for (let minute = 0; minute < 1440; minute += DESK_STEP_MINUTES) {
    const time = clockOf(minute)
    if (free.includes(time)) continue
    const isOpen = open.some(({ from, to }) => from <= minute && minute < to)
    groups[isOpen ? 1 : 2]?.times.push(time)
  }
  return groups.filter(({ times }) => times.length > 0)
}
