import { expect, it } from 'vitest'
import { mixedOperations } from '../support/mixed-operations.ts'

/** Others than last time, and the same again with MIXED_SEED. */
const seed = Number(process.env.MIXED_SEED) || Date.now() % 2 ** 31

it(`10,000 bookings, moves, visit steps and cancellations match a model of the book (MIXED_SEED=${seed})`, async () => {
  const ended = await mixedOperations(10_000, seed)
  process.stdout.write(`MIXED_SEED=${seed}: ${JSON.stringify(ended)}\n`)
  expect(Object.keys(ended).length).toBeGreaterThan(15)
})
