import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { dayNumber, instantOn } from '../../../domain/clinic-days.ts'
import { addDays, daysBetween, toInstant } from '../../../domain/clinic-time.ts'
import { hoursAt, worksAt } from '../../../domain/doctors.ts'
import { type Interval, openMinutes } from '../../../domain/slots.ts'
import type { BlockersNow } from '../blocked/current.ts'

/** When a doctor works on a day and what of it is blocked, as ranges of minutes since the day began that PostgreSQL reads. */
export type OpenDay = { day: string; doctorId: string; open: string; blocked: string }

type Question = {
  clinic: Pick<Clinic, 'doctors' | 'timeZone'>
  locations: readonly ClinicLocation[]
  blockers: Pick<BlockersNow, 'on' | 'leave'>
  /** First and last day, 'YYYY-MM-DD' in clinic time. */
  from: string
  to: string
}

/** Each doctor's days with hours at one of some locations, by today's configuration and blockers. */
export function openDays({ clinic, locations, blockers, from, to }: Question): OpenDay[] {
  const { timeZone } = clinic
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i))
  const doctors = clinic.doctors.filter((doctor) => locations.some(({ code }) => worksAt(doctor, code)))
  return days.flatMap((day) => {
    const start = toInstant(day, '00:00', timeZone).getTime()
    const closed = new Map(locations.map(({ code }) => [code, blockers.on(code, day)]))
    const minute = (instant: number) => Math.round((instant - start) / 60_000)
    const periodsOf = (doctor: Doctor, location: ClinicLocation): Interval[] =>
      openMinutes(hoursAt(doctor, location), day, timeZone).map(({ from, to }) => ({
        start: instantOn(dayNumber(day), from, timeZone),
        end: instantOn(dayNumber(day), to, timeZone),
      }))
    return doctors.flatMap((doctor) => {
      const open: Interval[] = []
      const blocked: Interval[] = []
      for (const location of locations) {
        const periods = periodsOf(doctor, location)
        open.push(...periods)
        const over = [...(closed.get(location.code) ?? []), ...blockers.leave(doctor.id, location.code, day)]
        blocked.push(...periods.flatMap((period) => over.flatMap((one) => common(period, one))))
      }
      if (open.length === 0) return []
      const ranges = (intervals: readonly Interval[]) =>
        `{${intervals.map(({ start, end }) => `[${minute(start)},${minute(end)})`).join()}}`
      return [{ day, doctorId: doctor.id, open: ranges(open), blocked: ranges(blocked) }]
    })
  })
}

function common(one: Interval, other: Interval): Interval[] {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)]
  return start < end ? [{ start, end }] : []
}
