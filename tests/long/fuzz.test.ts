import { expect, it } from 'vitest'
import { damageOf, fuzz, fuzzValues } from '../attack/fuzz.ts'
import { startTarget } from '../attack/target.ts'

/** Others than last time, and the same again with FUZZ_SEED. */
const seed = Number(process.env.FUZZ_SEED) || Date.now() % 2 ** 31

it(`the server answers 10,000 malformed requests as documented (FUZZ_SEED=${seed})`, async () => {
  await using target = await startTarget()
  const { findings, statuses } = await fuzz(target, { shots: 10_000, seed })
  process.stdout.write(`FUZZ_SEED=${seed}: ${JSON.stringify(statuses)}\n`)
  expect(findings).toEqual([])
  expect(await damageOf(target)).toEqual([])
})

it(`no call of the API document fails on one hostile value, wherever it is (FUZZ_SEED=${seed})`, async () => {
  await using target = await startTarget()
  const { findings, statuses } = await fuzzValues(target, { some: null, seed })
  process.stdout.write(`${JSON.stringify(statuses)}\n`)
  expect(findings).toEqual([])
  expect(await damageOf(target)).toEqual([])
})
