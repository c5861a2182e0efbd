import type { Clinic, OpeningHours, OpeningPeriod } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime, minutesOf, timeOf, weekdayOf } from '../../../domain/clinic-time.ts'

/** Minimum opening time of the demonstration's clinic before and after the present, in minutes, within the day. */
const AROUND = 180
/** Hours that begin and end at least this far from the present stay as they are. */
const NEAR = 60
const DAY_END = 1440

/**
 * A demonstration is looked at in the evening and on Sundays too: on the weekday on which it starts its clinic is open
 * around that hour, on a closed one as on the next open one. Doctors have these hours as their own, which the page asks for.
 */
export function openNow(clinic: Clinic, now: Date): Clinic {
  const weekday = weekdayOf(clinicDate(now, clinic.timeZone))
  const minute = minutesOf(clinicTime(now, clinic.timeZone))
  const wide = (hours: OpeningHours, isBorrowing: boolean): OpeningHours =>
    hours.map((periods, day) => (day === weekday ? around(ofDay(hours, day, isBorrowing), minute) : periods))
  const locations = clinic.locations.map((each) => ({ ...each, openingHours: wide(each.openingHours, true) }))
  return {
    ...clinic,
    locations,
    doctors: clinic.doctors.map((doctor) => {
      const home = locations.find(({ code }) => code === doctor.location)
      const { openingHours = home ? { [home.code]: home.openingHours } : {} } = doctor
      const own = Object.entries(openingHours).map(
        ([code, hours]) =>
          [code, doctor.openingHours ? wide(hours, code === doctor.location) : hours] as const,
      )
      return { ...doctor, openingHours: Object.fromEntries(own) }
    }),
  }
}

/** The hours of a weekday; of a closed one those of the next open one. */
function ofDay(hours: OpeningHours, weekday: number, isBorrowing: boolean): readonly OpeningPeriod[] {
  const days = isBorrowing ? hours.map((_, i) => (weekday + i) % 7) : [weekday]
  return days.map((day) => hours[day] ?? []).find((periods) => periods.length > 0) ?? []
}

function around(periods: readonly OpeningPeriod[], minute: number): readonly OpeningPeriod[] {
  const [first, last] = [periods[0], periods.at(-1)]
  if (!first || !last) return periods
  const from = minute - minutesOf(first.from) >= NEAR ? minutesOf(first.from) : hourOf(minute - AROUND)
  const to = endOf(last) - minute >= NEAR ? endOf(last) : hourOf(minute + AROUND + 59)
  const wide = periods.map((period) => ({
    from: period === first ? timeOf(from) : period.from,
    to: period === last ? (to === DAY_END ? '24:00' : timeOf(to)) : period.to,
  }))
  const isInside = wide.some((period) => minutesOf(period.from) <= minute && minute < endOf(period))
  return isInside ? wide : [{ from: timeOf(from), to: to === DAY_END ? '24:00' : timeOf(to) }]
}

/** The full hour before a minute, within the day. */
const hourOf = (minute: number) => Math.min(DAY_END, Math.max(0, Math.floor(minute / 60) * 60))

const endOf = ({ to }: OpeningPeriod) => (to === '24:00' ? DAY_END : minutesOf(to))
