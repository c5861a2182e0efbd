import { expect, it } from 'vitest'
import { mixedOperations } from '../../../tests/support/mixed-operations.ts'

/* The whole of 10,000 is in tests/long. */

it('bookings, moves, presses and cancellations in any order do what a model of the book does', async () => {
  const ended = await mixedOperations(300, 20300304)
  // Each kind was met, with and without success.
  for (const what of ['web', 'desk', 'move', 'press', 'cancel']) {
    expect(Object.keys(ended).filter((key) => key.startsWith(what)).length, what).toBeGreaterThan(1)
  }
})
