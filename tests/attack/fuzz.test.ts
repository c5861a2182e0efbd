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
  'the server answers 1,300 malformed requests as documented, and survives them',
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
