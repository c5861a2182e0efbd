import { expect, it } from 'vitest'
import { formatInstant } from './format-instant.ts'

it.each([
  ['2026-11-14T10:42:31+01:00', 'Africa/Lagos', '14 Nov 2026, 10:42 AM'],
  ['2026-11-14T23:30:00Z', 'Africa/Lagos', '15 Nov 2026, 12:30 AM'],
])('%s is, in %s, %s', (instant, zone, words) => expect(formatInstant(instant, zone, 'en')).toBe(words))
