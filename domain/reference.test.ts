import fc from 'fast-check'
import { expect, it } from 'vitest'
import { REFERENCE_PATTERN, referenceFrom } from './reference.ts'

it('a reference has 8 characters without look-alikes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const reference = referenceFrom(bytes)
      if (reference !== null) expect(reference).toMatch(REFERENCE_PATTERN)
    }),
  )
})

it('making a reference reports that it needs more bytes', () =>
  expect(referenceFrom(new Uint8Array(16).fill(255))).toBeNull())
