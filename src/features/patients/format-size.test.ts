import { expect, it } from 'vitest'
import { formatSize } from './format-size.ts'

it.each([
  [0, '0 kB'],
  [840, '0.8 kB'],
  [99_000, '99 kB'],
  [100_000, '0.1 MB'],
  [14_466_792, '14.5 MB'],
  [2_000_000, '2.0 MB'],
])('a file of %d bytes is shown as %s', (bytes, words) => expect(formatSize(bytes, 'en')).toBe(words))
