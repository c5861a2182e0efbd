import { expect, it } from 'vitest'
import { damageOf, fuzzValues } from './fuzz.ts'
import { startTarget } from './target.ts'

it('no call of the API document fails on one hostile value, wherever it is', async () => {
  await using target = await startTarget()
  const { findings, shots } = await fuzzValues(target, { some: SOME, seed: 20301106 })
  expect(findings).toEqual([])
  expect(shots).toBeGreaterThan(10 * SOME)
  expect(await damageOf(target)).toEqual([])
})

/** A few seconds; tests/long/fuzz.test.ts sends all. */
const SOME = 1_500
