import type { Interval } from '../../../domain/slots.ts'
import { overlaps } from '../../../domain/slots.ts'

const DAY_MS = 86_400_000

/**
 * Taken times by the lines of one file, so that overlapping ones are found without a query. An appointment lasts four
 * hours at most, and is found by its day and the one before.
 */
export function takenTimes() {
  const byDay = new Map<string, (Interval & { line: number })[]>()
  const dayOf = (instant: number) => Math.floor(instant / DAY_MS)
  return {
    /** The line that has some of this time of theirs; null: none. */
    lineAt(who: string, period: Interval): number | null {
      for (const day of [dayOf(period.start) - 1, dayOf(period.start), dayOf(period.end)]) {
        const found = byDay.get(`${day} ${who}`)?.find((each) => overlaps(each, period))
        if (found) return found.line
      }
      return null
    },
    add(who: string, period: Interval, line: number): void {
      const key = `${dayOf(period.start)} ${who}`
      const there = byDay.get(key)
      if (there) there.push({ ...period, line })
      else byDay.set(key, [{ ...period, line }])
    },
  }
}
