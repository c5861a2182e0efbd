import type { Blocker } from '../../../../contract/blockers.ts'
import { ruleOfFields } from '../../../../domain/blocker-fields.ts'
import { occurrences } from '../../../../domain/blocker-occurrences.ts'
import { addDays, clinicDate, clinicTime, minutesOf, toInstant } from '../../../../domain/clinic-time.ts'
import type { BlockedSpan } from './arrange.ts'

/** Blocked spans of a location on a day 'YYYY-MM-DD' in clinic time, in order. */
export function blockedSpans(
  blockers: readonly Blocker[],
  { location, day, timeZone }: { location: string; day: string; timeZone: string },
): BlockedSpan[] {
  const start = toInstant(day, '00:00', timeZone).getTime()
  const end = toInstant(addDays(day, 1), '00:00', timeZone).getTime()
  const minuteAt = (instant: number) => minutesOf(clinicTime(new Date(instant), timeZone))
  return blockers
    .filter((blocker) => blocker.location === null || blocker.location === location)
    .flatMap((blocker) => {
      const { description: words, type, doctorId } = blocker
      const rule = ruleOfFields(fieldsOf(blocker), timeZone)
      return occurrences(rule, { start, end }, timeZone).map((period) => {
        const from = period.start <= start ? 0 : minuteAt(period.start)
        const to = clinicDate(new Date(period.end), timeZone) > day ? 1440 : minuteAt(period.end)
        // Where clocks go back between them, the end may show the earlier time.
        const length = Math.ceil((period.end - period.start) / 60_000)
        return {
          from,
          to: to > from ? to : Math.min(1440, from + length),
          words,
          doctorId,
          isRecurring: type !== 'One Time',
        }
      })
    })
    .sort((a, b) => a.from - b.from || a.to - b.to)
}

const instant = (text: string | null) => (text === null ? null : new Date(text))

const fieldsOf = (blocker: Blocker) => ({
  ...blocker,
  startDateTime: instant(blocker.startDateTime),
  endDateTime: instant(blocker.endDateTime),
})
