import type { OpeningHours } from '../../../../../domain/clinic.ts'
import { minutesOf, timeOf, weekdayOf } from '../../../../../domain/clinic-time.ts'

const STEP_MINUTES = 15
const MIDNIGHT = '24:00'
/** Distance of the first option from now, in minutes. */
const USUAL_MINUTES = 60

export type ClosingTimes = { times: string[]; first: string }

/**
 * Ends of a closure today, in quarters of an hour: up to closing time, or to midnight once that has passed.
 * @param now 'HH:mm' in clinic time
 */
export function closingTimes(hours: OpeningHours, date: string, now: string): ClosingTimes {
  const closing = hours[weekdayOf(date)]?.at(-1)?.to ?? MIDNIGHT
  const end = minutesOf(closing > now ? closing : MIDNIGHT)
  const times: string[] = []
  const from = (Math.floor(minutesOf(now) / STEP_MINUTES) + 1) * STEP_MINUTES
  for (let minute = from; minute < end; minute += STEP_MINUTES) times.push(timeOf(minute))
  times.push(timeOf(end))
  const usual = times.find((time) => minutesOf(time) >= minutesOf(now) + USUAL_MINUTES)
  return { times, first: usual ?? timeOf(end) }
}
