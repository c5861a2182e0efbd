import { expect, it } from 'vitest'
import { damageOf, fuzz } from '../attack/fuzz.ts'
import { startTarget } from '../attack/target.ts'

/** Others than last time, and the same again with FUZZ_SEED. */
const seed = Number(process.env.FUZZ_SEED) || Date.now() % 2 ** 31

it(`answers 10,000 requests that nobody would send as it says it does (FUZZ_SEED=${seed})`, async () => {
  await using target = await startTarget()
  const { findings, statuses } = await fuzz(target, { shots: 10_000, seed })
  process.stdout.write(`FUZZ_SEED=${seed}: ${JSON.stringify(statuses)}\n`)
  expect(findings).toEqual([])
  expect(await damageOf(target)).toEqual([])
})
