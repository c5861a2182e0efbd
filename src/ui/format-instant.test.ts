import { expect, it } from 'vitest'
import { formatInstant, formatSince } from './format-instant.ts'

it.each([
  ['2026-11-14T10:42:31+01:00', 'Africa/Lagos', '14 Nov 2026, 10:42 AM'],
  ['2026-11-14T23:30:00Z', 'Africa/Lagos', '15 Nov 2026, 12:30 AM'],
])('the instant %s is, in %s, %s', (instant, zone, words) =>
  expect(formatInstant(instant, zone, 'en')).toBe(words),
)

it.each([
  ['2026-11-14T00:17:00+01:00', '2026-11-14', '12:17 AM'],
  ['2026-11-13T23:59:00+01:00', '2026-11-14', 'Fri 13 Nov, 11:59 PM'],
  ['2026-11-15T00:17:00+01:00', '2026-11-14', 'Sun 15 Nov, 12:17 AM'],
  // By the clinic's clock, not by that of the device or the instant's offset.
  ['2026-11-13T23:30:00Z', '2026-11-14', '12:30 AM'],
  ['2025-11-14T09:00:00+01:00', '2026-11-14', 'Fri 14 Nov 2025, 9:00 AM'],
])('the instant %s, read on %s, is written as %s', (instant, today, words) =>
  expect(formatSince(instant, today, 'Africa/Lagos', 'en')).toBe(words),
)
