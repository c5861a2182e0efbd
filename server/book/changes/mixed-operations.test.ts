import { expect, it } from 'vitest'
import { mixedOperations } from '../../../tests/support/mixed-operations.ts'

/* The whole of 10,000 is in tests/long. */

it('bookings, moves, visit steps and cancellations in any order match a model of the book', async () => {
  const ended = await mixedOperations(300, 20300304)
  // Each kind was met, with and without success.
  for (const what of ['web', 'desk', 'move', 'press', 'cancel']) {
    expect(Object.keys(ended).filter((key) => key.startsWith(what)).length, what).toBeGreaterThan(1)
  }
})
