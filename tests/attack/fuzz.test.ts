import { expect, it } from 'vitest'
import { damageOf, fuzz } from './fuzz.ts'
import { startTarget } from './target.ts'

/*
 * Sends valid, nearly valid and absurd requests to every call of the OpenAPI document, from every kind of
 * caller. The same each time; tests/long/fuzz.test.ts sends 10,000 others.
 */
/** Takes seconds, but password hashing depends on the machine's load. */
const WITHIN_MS = 120_000

it(
  'answers 1,300 requests that nobody would send as it says it does, and is none the worse for it',
  async () => {
    await using target = await startTarget()
    const { findings, statuses } = await fuzz(target, { shots: 1_300, seed: 20301106 })
    expect(findings).toEqual([])
    // Some must pass validation.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '403', '404']))
    expect(await damageOf(target)).toEqual([])
  },
  WITHIN_MS,
)
