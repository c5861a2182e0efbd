import { expect, it } from 'vitest'
import { textsIn } from '../texts/texts.ts'
import { spokenTime } from './spoken-time.ts'

it.each([
  ['2030-03-04T08:30:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 9:30 AM, Lagos time'],
  ['2030-03-04T11:00:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 12:00 PM, Lagos time'],
  ['2030-03-03T23:00:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 12:00 AM, Lagos time'],
  ['2030-03-04T16:30:00Z', 'Africa/Lagos', 'Monday, 4 March 2030 at 5:30 PM, Lagos time'],
  ['2030-03-04T16:30:00Z', 'America/New_York', 'Monday, 4 March 2030 at 11:30 AM, New York time'],
  ['2030-03-04T16:30:00Z', 'Etc/UTC', 'Monday, 4 March 2030 at 4:30 PM, UTC time'],
  ['2030-03-04T16:30:00Z', 'UTC', 'Monday, 4 March 2030 at 4:30 PM, UTC time'],
])('says %s in %s as "%s"', (instant, zone, words) =>
  expect(spokenTime(new Date(instant), zone, textsIn('en'))).toBe(words),
)
