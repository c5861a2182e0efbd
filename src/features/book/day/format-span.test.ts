import { expect, it } from 'vitest'
import { formatSpan } from './format-span.ts'

it.each([
  [660, 690, 'en', '11:00 – 11:30 AM'],
  [690, 750, 'en', '11:30 AM – 12:30 PM'],
  [1410, 1440, 'en', '11:30 PM – 12:00 AM'],
  [690, 750, 'de', '11:30 – 12:30'],
])('the span from minute %i to %i is, in %s, %s', (from, to, language, expected) =>
  expect(formatSpan({ from, to }, language)).toBe(expected),
)
