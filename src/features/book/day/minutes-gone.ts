const FUTURE = -1
const PAST = 1441

/** Minutes of a day that are over; negative: none, greater than 1440: all. */
export function minutesGone(day: string, { today, minutes }: { today: string; minutes: number }): number {
  if (day === today) return minutes
  return day < today ? PAST : FUTURE
}
