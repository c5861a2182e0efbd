import { expect, it } from 'vitest'
import { blockedWhen } from './blocked-when.ts'

it.each([
  ['13:00', '23', '14:00', 'Mon 23 Nov, 1:00 – 2:00 PM'],
  ['11:30', '23', '13:00', 'Mon 23 Nov, 11:30 AM – 1:00 PM'],
  ['00:00', '24', '00:00', 'Mon 23 Nov'],
  ['15:00', '24', '00:00', 'Mon 23 Nov, 3:00 PM – 12:00 AM'],
  ['00:00', '28', '00:00', 'Mon 23 Nov – Fri 27 Nov'],
  ['09:00', '24', '12:00', 'Mon 23 Nov – Tue 24 Nov'],
])('a blocker from %s of the 23rd until the %sth, %s, is said as %j', (from, day, to, words) => {
  expect(blockedWhen(`2026-11-23T${from}:00+01:00`, `2026-11-${day}T${to}:00+01:00`, 'en')).toBe(words)
})
