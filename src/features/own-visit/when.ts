import { clinicDate, clinicTime, daysBetween, inUtc } from '../../../domain/clinic-time.ts'
import { clock } from '../../clock.ts'
import { formatSince } from '../../ui/format-instant.ts'
import { formatDay, formatTime } from '../../ui/format-time.ts'

/** From so many days ahead on a weekday alone would be taken for an earlier one. */
const WEEK_DAYS = 7

/** 'Nov' for '2026-11-26' in English. */
export const monthName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(inUtc(date)).replace('.', '')

/**
 * How days and times of the visit are said, by the clock of the clinic.
 * @param language its ISO code @param timeZone the clinic's @param say what says a day and a time
 */
export function whenIn(
  language: string,
  timeZone: string,
  say: (words: { day: string; time: string }) => string,
) {
  const today = clinicDate(clock.now(), timeZone)
  const weekday = (date: string) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(inUtc(date))
  const day = (date: string) => {
    const ahead = daysBetween(today, date)
    return ahead >= 0 && ahead < WEEK_DAYS ? weekday(date) : formatDay(date, language)
  }
  return {
    today,
    /** 'Thursday, 10:00 AM'; further ahead 'Thursday, 3 December, 10:00 AM'. @param at an instant with offset */
    moment: (at: string) => {
      const instant = new Date(at)
      const date = clinicDate(instant, timeZone)
      const time = formatTime(clinicTime(instant, timeZone), language)
      // 'AM' does not go to another line alone.
      return say({ day: day(date), time: time.replace(' ', '\u00a0') })
    },
    /** '2:30 PM', with its day where that isn't today. @param at an instant with offset */
    time: (at: string) => formatSince(at, today, timeZone, language),
    /** A day and a time of day in clinic time, as a moment. */
    slot: (date: string, time: string) => say({ day: day(date), time: formatTime(time, language) }),
    /** 'in 3 days', 'today'. */
    ahead: (date: string) =>
      new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(daysBetween(today, date), 'day'),
  }
}
